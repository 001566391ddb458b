//! Copy on write: how a tensor comes by the right to change its elements.

use crate::kernels::{Source, copy};
use crate::layout::Layout;
use crate::storage::{Mut, Shared, Storage};

/// Names the storages whose elements can be changed: [`Shared`] (copied first where others can see
/// them) and [`Mut`].
///
/// Functions that write best take `&mut TensorViewMut<T, R>`; see the crate's first page.
#[diagnostic::on_unimplemented(
    message = "this tensor is read-only: the elements behind `{Self}` cannot be changed",
    label = "not possible on a read-only tensor",
    note = "write through an owned `Tensor` or through `.view_mut()`; `.to_contiguous()` makes an owned copy of a view"
)]
pub trait StorageMut: Storage {
    /// Access to the elements of `layout` that nobody else has. What is shared, read-only or
    /// possibly overlapping is copied before: the layout's elements only, to row-major.
    #[doc(hidden)]
    fn exclusive<const R: usize>(&mut self, layout: &mut Layout<R>) -> Mut<'_, Self::Elem>;
}

impl<T: Clone> StorageMut for Shared<T> {
    #[inline]
    fn exclusive<const R: usize>(&mut self, layout: &mut Layout<R>) -> Mut<'_, T> {
        if !layout.is_disjoint() || self.is_shared() {
            detach(self, layout);
        }
        Shared::exclusive(self).expect("a detached buffer has one owner")
    }
}

/// Copies the elements of `layout` into a buffer of their own.
#[cold]
#[inline(never)]
fn detach<T: Clone, const R: usize>(storage: &mut Shared<T>, layout: &mut Layout<R>) {
    let elements = copy::to_vec(Source::new(storage, layout));
    *layout = layout.to_row_major();
    *storage = Shared::from_vec(elements);
}

#[diagnostic::do_not_recommend]
impl<T> StorageMut for Mut<'_, T> {
    #[inline]
    fn exclusive<const R: usize>(&mut self, _: &mut Layout<R>) -> Mut<'_, T> {
        self.reborrow()
    }
}
