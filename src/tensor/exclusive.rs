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

    /// The element at `index`, for writing, if the index is in range. Where not, nothing is copied.
    #[doc(hidden)]
    fn element_mut<const R: usize>(
        &mut self,
        layout: &mut Layout<R>,
        index: [usize; R],
    ) -> Option<&mut Self::Elem>;
}

impl<T: Clone> StorageMut for Shared<T> {
    #[inline]
    fn exclusive<const R: usize>(&mut self, layout: &mut Layout<R>) -> Mut<'_, T> {
        if !layout.is_disjoint() || self.is_shared() {
            detach(self, layout);
        }
        Shared::exclusive(self).expect("a detached buffer has one owner")
    }

    /// What most tensors are, own and contiguous, is looked at first: a loop calls this for each
    /// element.
    #[inline]
    fn element_mut<const R: usize>(
        &mut self,
        layout: &mut Layout<R>,
        index: [usize; R],
    ) -> Option<&mut T> {
        if layout.has_dense_strides() {
            let offset = layout.offset_of(index)?;
            if self.is_sole_owner() {
                return Shared::exclusive(self)?.into_element(offset);
            }
        }
        // A copy, so that the index itself need not lie in memory.
        element_of_any(self, layout, &{ index })
    }
}

#[inline(never)]
fn element_of_any<'a, T: Clone, const R: usize>(
    storage: &'a mut Shared<T>,
    layout: &mut Layout<R>,
    index: &[usize; R],
) -> Option<&'a mut T> {
    layout.offset_of(*index)?;
    let elements = StorageMut::exclusive(storage, layout);
    elements.into_element(layout.offset_of(*index)?)
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

    #[inline]
    fn element_mut<const R: usize>(
        &mut self,
        layout: &mut Layout<R>,
        index: [usize; R],
    ) -> Option<&mut T> {
        self.reborrow().into_element(layout.offset_of(index)?)
    }
}
