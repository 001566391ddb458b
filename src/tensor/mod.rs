//! The struct, and what every tensor can do whatever its elements are.
//!
//! `make.rs` constructors, `nested.rs` nested arrays and `tensor!`, `view/` the view methods (one
//! table: name, bounds, a pure function of the layout), `shape.rs` reshape and its kin, `access.rs`
//! look and edit, `index.rs` `t[[i, j]]`, `exclusive.rs` copy on write, `show.rs` Display and Debug.
//! Arithmetic, reductions and everything else that computes is in `ops/`; loops over elements are in
//! `kernels/`.

mod access;
mod exclusive;
mod index;
mod make;
mod nested;
mod show;
mod view;

pub use exclusive::StorageMut;

use crate::kernels::{Sink, Source};
use crate::layout::Layout;
use crate::storage::{Mut, Ref, Shared, Storage};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Holds elements of type `T` along `R` axes; the rank `R` is part of the type.
///
/// `Tensor<T, R>` owns its elements, together with every clone and view made from it; cloning and
/// viewing copy nothing, and the first write to shared elements copies them ([`Tensor::view_mut`]).
/// [`TensorView`] and [`TensorViewMut`] borrow. All three are this struct: `S` says who owns the
/// memory.
///
/// ```
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([2, 4, 3]); // height, width, channels
/// let [height, width, channels] = image.shape();
/// assert_eq!((height, width, channels), (2, 4, 3));
///
/// let grey: Tensor<f32, 2> = image.mean(Last);
/// assert_eq!(grey.shape(), [2, 4]);
/// ```
///
/// A mistake in rank does not pass `cargo check`:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([2, 4, 3]);
/// let grey: Tensor<f32, 3> = image.mean(Last); // expected `3`, found `2`
/// ```
//
// Invariants, cited by number wherever they are relied upon:
//
// 1. `layout` stays inside of `storage`: the lowest and the highest offset it reaches are below
//    `storage.extent()`. An empty layout reaches nothing and is never dereferenced or offset.
// 2. The product of the sizes other than zero, times `max(1, size_of::<T>())`, is at most
//    `isize::MAX`; for broadcast views too.
// 3. On `Mut`, no two indices of `layout` share an element, and the elements it selects are reached
//    by no other live tensor.
//
// A pairing is made in `Tensor::new` only, by constructors (which check) and by view methods (which
// select subsets). The gate in `kernels/operand.rs` checks 1 and the first half of 3 again before
// any raw access, so that a mistake in this layer is a panic and not a wild read.
pub struct Tensor<T, const R: usize, S = Shared<T>> {
    storage: S,
    layout: Layout<R>,
    elements: PhantomData<fn() -> T>,
}

/// Borrows the elements of a tensor, a slice or foreign memory, for reading.
pub type TensorView<'a, T, const R: usize> = Tensor<T, R, Ref<'a, T>>;

/// Borrows elements for writing: nothing else reaches them meanwhile, and no two indices share one.
pub type TensorViewMut<'a, T, const R: usize> = Tensor<T, R, Mut<'a, T>>;

/// A tensor of rank 1.
pub type Vector<T> = Tensor<T, 1>;

/// A tensor of rank 2.
pub type Matrix<T> = Tensor<T, 2>;

impl<T, const R: usize, S: Storage<Elem = T>> Tensor<T, R, S> {
    /// Pairs a storage with a layout; the caller vouches for the invariants.
    #[inline]
    pub(crate) fn new(storage: S, layout: Layout<R>) -> Self {
        Tensor { storage, layout, elements: PhantomData }
    }

    /// The elements as an operand to read.
    #[inline]
    pub(crate) fn source(&self) -> Source<'_, T, R> {
        Source::new(&self.storage, &self.layout)
    }

    /// The same elements under another layout, which the gate checks.
    #[inline]
    pub(crate) fn source_with<const O: usize>(&self, layout: &Layout<O>) -> Source<'_, T, O> {
        Source::new(&self.storage, layout)
    }

    /// The storage and the layout.
    #[inline]
    pub(crate) fn parts(&self) -> (&S, &Layout<R>) {
        (&self.storage, &self.layout)
    }

    /// Takes storage and layout apart.
    #[inline]
    pub(crate) fn into_parts(self) -> (S, Layout<R>) {
        (self.storage, self.layout)
    }

    #[inline]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.layout
    }

    /// Whether the buffer can become that of a result of this shape and type: nobody else sees it,
    /// and the elements fill it in row-major order.
    #[inline]
    pub(crate) fn fills_own_buffer(&mut self) -> bool {
        self.layout.is_contiguous()
            && self.layout.len() == self.storage.extent()
            && self.storage.is_sole_owner()
    }

    /// A further owner of the buffer under another layout, which selects among the same elements;
    /// nothing if the tensor owns none.
    #[inline]
    pub(crate) fn counted_with<const O: usize>(&self, layout: Layout<O>) -> Option<Tensor<T, O>> {
        self.storage.counted().map(|storage| Tensor::new(storage, layout))
    }

    /// The owner of the buffer under another layout, which selects among the same elements; the
    /// tensor itself if it owns nothing.
    #[inline]
    pub(crate) fn into_owner<const O: usize>(
        self,
        layout: Layout<O>,
    ) -> Result<Tensor<T, O>, Self> {
        match self.storage.into_shared() {
            Ok(storage) => Ok(Tensor::new(storage, layout)),
            Err(storage) => Err(Tensor::new(storage, self.layout)),
        }
    }
}

impl<T, const R: usize, S: StorageMut<Elem = T>> Tensor<T, R, S> {
    /// The elements as an operand to change, copied first where others can see them.
    #[inline]
    pub(crate) fn sink(&mut self) -> Sink<'_, T, R> {
        let elements = self.storage.exclusive(&mut self.layout);
        Sink::new(elements, &self.layout)
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// As [`source_with`](Tensor::source_with), for as long as the borrow lives.
    #[inline]
    pub(crate) fn into_source_with<const O: usize>(self, layout: &Layout<O>) -> Source<'a, T, O> {
        Source::from_ref(self.storage, layout)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// As [`sink`](Tensor::sink), for as long as the borrow lives.
    #[inline]
    pub(crate) fn into_sink(self) -> Sink<'a, T, R> {
        Sink::new(self.storage, &self.layout)
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// Owns a result: `elements` in the order of `layout`, which is dense.
    #[inline]
    pub(crate) fn owned(elements: Vec<T>, layout: Layout<R>) -> Self {
        debug_assert!(layout.fits(elements.len()));
        Tensor::new(Shared::from_vec(elements), layout)
    }

    /// Lets `change` write to the elements if that needs no copy; tells whether it did.
    #[inline]
    pub(crate) fn update(&mut self, change: impl FnOnce(Sink<'_, T, R>)) -> bool {
        match self.storage.exclusive() {
            Some(elements) => {
                change(Sink::new(elements, &self.layout));
                true
            }
            None => false,
        }
    }
}

impl<T, const R: usize, S: Clone> Clone for Tensor<T, R, S> {
    /// Makes another owner of the same elements; nothing is copied until one of them is changed.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![1, 2, 3];
    /// let mut b = a.clone();
    /// assert!(a.shares_memory_with(&b));
    /// b[[0]] = 9; // copies first
    /// assert_eq!((a[[0]], b[[0]]), (1, 9));
    /// ```
    #[inline]
    fn clone(&self) -> Self {
        Tensor { storage: self.storage.clone(), layout: self.layout, elements: PhantomData }
    }
}

impl<T, const R: usize> Copy for TensorView<'_, T, R> {}
