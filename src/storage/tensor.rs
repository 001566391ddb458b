//! The four tensor types: their fields, the conversions to [`TensorRef`] and the check before a
//! write. Their methods are in `tensor/` and `ops/`.

use super::{Shared, Span, SpanMut, outside};
use crate::layout::Layout;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::{self, NonNull};

/// The fields that the four types have in common: a buffer and the layout of the elements in it.
///
/// `U` makes the part sized or unsized: an array in the types that are held by value, a slice in
/// [`TensorRef`].
pub(crate) struct Part<T, const R: usize, U: ?Sized = [(); 0]> {
    pub(super) start: NonNull<T>,
    pub(super) extent: usize,
    pub(super) layout: Layout<R>,
    #[expect(dead_code, reason = "its type alone matters")]
    pub(super) tail: U,
}

/// Elements of type `T` along `R` axes behind a reference: to [`Tensor`] what `[T]` is to `Vec<T>`.
///
/// [`Tensor`], [`TensorView`] and [`TensorViewMut`] dereference to it and so have all of its methods.
/// A function that reads takes `&TensorRef`:
///
/// ```
/// use holor::prelude::*;
///
/// /// `[n, k] -> [n]`: the length of each row.
/// fn lengths(m: &TensorRef<f64, 2>) -> Tensor<f64, 1> {
///     (m * m).sum(Last).sqrt()
/// }
///
/// let mut m = tensor![[3.0, 4.0], [5.0, 12.0]];
/// assert_eq!(lengths(&m), tensor![5.0, 13.0]); // an owned tensor
/// assert_eq!(lengths(&m.flip(Axis::<0>)), tensor![13.0, 5.0]); // a view
/// assert_eq!(lengths(&m.slice_mut(s![..1, ..])), tensor![5.0]); // a mutable view
/// let numbers = [0.0, 2.0];
/// assert_eq!(lengths(&TensorView::from_slice(&numbers, [1, 2])?), tensor![2.0]); // a slice
/// # Ok::<(), ShapeError>(())
/// ```
///
/// A function that writes takes `&mut TensorRef`:
///
/// ```
/// use holor::prelude::*;
///
/// /// Divides each element by the sum of its column.
/// fn normalise(m: &mut TensorRef<f64, 2>) {
///     let sums = m.sum(Axis::<0>);
///     *m /= sums;
/// }
///
/// let mut m = tensor![[1.0, 2.0], [3.0, 2.0]];
/// normalise(&mut m); // an owned tensor
/// assert_eq!(m, tensor![[0.25, 0.5], [0.75, 0.5]]);
/// normalise(&mut m.slice_mut(s![.., 1..])); // a mutable view
/// assert_eq!(m, tensor![[0.25, 0.5], [0.75, 0.5]]);
/// let mut numbers = [1.0, 4.0];
/// normalise(&mut TensorViewMut::from_slice_mut(&mut numbers, [2, 1])?); // a slice
/// assert_eq!(numbers, [0.2, 0.8]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// A [`TensorView`] is read-only:
///
/// ```compile_fail,E0596
/// use holor::prelude::*;
///
/// let mut m = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let row: &mut TensorRef<f64, 1> = &mut m.row(0); // use `&mut m.row_mut(0)`
/// ```
///
/// A function that keeps its argument takes a [`Tensor`]. A result is a [`Tensor`], or a [`TensorView`]
/// if it borrows the elements of an argument.
///
#[doc = include_str!("../../docs/topics.md")]
#[cfg_attr(feature = "linalg", doc = include_str!("../../docs/topics_linalg.md"))]
//
// Unsized, so that it is never held by value: the contents of two `&mut TensorRef` cannot be swapped
// or assigned, which would separate a buffer from its owner.
#[repr(transparent)]
pub struct TensorRef<T, const R: usize>(Part<T, R, [()]>);

/// An owned tensor: elements of type `T` along `R` axes, where the rank `R` is part of the type.
///
/// The constructors are here. All other methods are those of [`TensorRef`], to which a `Tensor`
/// dereferences, as `Vec<T>` does to `[T]`; [all methods by topic](TensorRef#all-methods-by-topic) are
/// listed there.
///
/// ```
/// use holor::prelude::*;
///
/// let m = Tensor::from_fn([2, 3], |[i, j]| 10 * i + j);
/// assert_eq!(m, tensor![[0, 1, 2], [10, 11, 12]]);
/// assert_eq!(m.sum(Axis::<0>), tensor![10, 12, 14]);
/// ```
///
/// # Clone and copy on write
///
/// A clone takes constant time: both tensors own one buffer. Neither can change the other, because a
/// tensor copies its elements before it writes to a buffer that has another owner:
///
/// ```
/// use holor::prelude::*;
///
/// let a = tensor![[1, 2], [3, 4]];
/// let mut b = a.clone();
/// assert!(b.is_shared() && b.shares_memory_with(&a));
/// b += 10; // copies first
/// assert!(!b.is_shared() && !b.shares_memory_with(&a));
/// assert_eq!(a, tensor![[1, 2], [3, 4]]);
/// b += 10; // in place
/// assert_eq!(b, tensor![[21, 22], [23, 24]]);
/// ```
///
/// A tensor copies its elements when it is borrowed for writing and
///
/// - another tensor owns the same buffer: a clone, or a result of [`reshape`](Tensor::reshape),
///   [`flatten`](Tensor::flatten) or [`merge_axes`](Tensor::merge_axes) that kept the buffer,
/// - the buffer belongs to a foreign owner ([`from_owner`](Tensor::from_owner)), or
/// - two indices may share an element, as in a broadcast layout
///   ([`from_vec_strided`](Tensor::from_vec_strided), [`viewed`](Tensor::viewed)).
///
/// The copy is row-major and holds only the elements that the tensor selects. Every writing method,
/// `+=` and `t[[i, j]] = x` borrow the tensor for writing. A write that needs no copy happens in
/// place.
///
/// # Views
///
/// View methods such as [`row`](TensorRef::row) and [`permute`](TensorRef::permute) return a
/// [`TensorView`], which borrows the tensor, owns nothing and copies nothing. While it is in use, the
/// borrow checker rejects a write to the tensor.
///
/// [`row_mut`](TensorRef::row_mut), [`slice_mut`](TensorRef::slice_mut) and the like return a
/// [`TensorViewMut`], through which the tensor is written. [`viewed`](Tensor::viewed) consumes the
/// tensor and keeps its buffer under the layout of a view; `to_owned` of a view copies its elements.
pub struct Tensor<T, const R: usize> {
    pub(super) part: Part<T, R>,
    pub(super) shared: Shared<T>,
}

/// A read-only view: borrows elements of a tensor or of a slice for the lifetime `'a`.
///
/// A view is a pointer, a shape and strides. It is `Copy`, and to make one copies no element. All
/// methods that read, from [`sum`](TensorRef::sum) to [`matmul`](TensorRef::matmul), work on a view
/// with any strides; they are listed [by topic](TensorRef#all-methods-by-topic) at [`TensorRef`].
///
/// ```
/// use holor::prelude::*;
///
/// let samples = [1, 10, 2, 20, 3, 30]; // two channels, interleaved
/// let sound: TensorView<'_, i32, 2> = TensorView::from_slice(&samples, [3, 2])?;
/// let right = sound.column(1);
/// assert_eq!(right, tensor![10, 20, 30]);
/// assert_eq!(right + sound.column(0), tensor![11, 22, 33]); // an operand by value
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Lifetimes
///
/// View methods take a view by value, and their result lives as long as the elements are borrowed, not
/// as long as the view they were called on. So the result of a chain can be returned or stored:
///
/// ```
/// use holor::prelude::*;
///
/// fn green<'a>(image: TensorView<'a, u8, 3>, size: usize) -> TensorView<'a, u8, 2> {
///     image.channel(1).slice(s![..size, ..size])
/// }
/// let image = Tensor::<u8, 3>::full([8, 8, 3], 7);
/// assert_eq!(green(image.view(), 2), tensor![[7, 7], [7, 7]]);
/// ```
///
/// Called on a [`Tensor`] or a [`TensorRef`], the same methods return a view that lives as long as that
/// borrow.
///
/// # No writes
///
/// Writing through a view does not compile, and the message names what to use instead:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let mut m = tensor![[1, 2], [3, 4]];
/// m.row(0).fill(0); // a view is read-only: use `m.row_mut(0)`
/// ```
///
/// [`to_owned`](TensorView::to_owned) copies the elements to a tensor of their own.
pub struct TensorView<'a, T, const R: usize> {
    part: Part<T, R>,
    borrows: PhantomData<&'a [T]>,
}

/// A mutable view: borrows elements of a tensor or of a slice for reading and writing.
///
/// The borrow is exclusive, as that of `&mut [T]`: while the view lives, nothing else reads or writes
/// its elements. No two of its indices share an element.
///
/// # View methods by value
///
/// View methods consume the view and return a mutable view for the same lifetime, so that a chain
/// ends in something to write to:
///
/// ```
/// use holor::prelude::*;
///
/// let mut m = Tensor::<i32, 2>::zeros([3, 3]);
/// m.view_mut().diagonal(Axis::<0>, Axis::<1>).fill(1);
/// m.view_mut().transpose().slice(s![0, 1..]).assign(&tensor![7, 8]);
/// assert_eq!(m, tensor![[1, 0, 0], [7, 1, 0], [8, 0, 1]]);
/// ```
///
/// To use a mutable view `v` again afterwards, reborrow it: `v.view_mut()` is a [`TensorViewMut`] for a
/// shorter time, `&mut *v` a `&mut TensorRef`:
///
/// ```
/// use holor::prelude::*;
///
/// fn add_one(m: &mut TensorRef<i32, 2>) {
///     *m += 1;
/// }
///
/// let mut m = Tensor::<i32, 2>::zeros([2, 2]);
/// let mut v = m.slice_mut(s![.., 1..]);
/// v.view_mut().transpose().fill(3);
/// add_one(&mut *v); // or `&mut v`
/// v += 1;
/// v[[0, 0]] = 9;
/// assert_eq!(m, tensor![[0, 9], [0, 5]]);
/// ```
///
/// [`split_at_mut`](TensorViewMut::split_at_mut) gives two mutable views at once, and the iterators
/// such as [`rows_mut`](TensorRef::rows_mut) any number. [`into_view`](TensorViewMut::into_view) gives
/// up writing.
pub struct TensorViewMut<'a, T, const R: usize> {
    part: Part<T, R>,
    borrows: PhantomData<&'a mut [T]>,
}

impl<T, const R: usize> Part<T, R> {
    /// Checks that the layout stays inside the buffer (invariant 6), so that every index in range
    /// selects an element of the buffer.
    #[inline(always)]
    pub(super) fn new(start: NonNull<T>, extent: usize, layout: Layout<R>) -> Self {
        if !layout.fits(extent) {
            outside();
        }
        Part { start, extent, layout, tail: [] }
    }

    /// The same buffer under a layout that a view operation made of this one: it reaches nothing that
    /// this one does not reach (invariant 3 of [`Layout`]), so there is nothing to prove.
    #[inline(always)]
    fn selecting<U: ?Sized, const O: usize>(of: &Part<T, O, U>, layout: Layout<R>) -> Self {
        debug_assert!(layout.fits(of.extent), "a view operation selects among the elements");
        Part { start: of.start, extent: of.extent, layout, tail: [] }
    }

    #[inline(always)]
    fn as_tensor(&self) -> &TensorRef<T, R> {
        let part: &Part<T, R, [()]> = self;
        // SAFETY: the precondition of the cast: `TensorRef` is a transparent wrapper of the part. Its
        // elements are those of `self` (invariant 1).
        unsafe { &*(ptr::from_ref(part) as *const TensorRef<T, R>) }
    }

    #[inline(always)]
    pub(super) fn as_tensor_mut(&mut self) -> &mut TensorRef<T, R> {
        let part: &mut Part<T, R, [()]> = self;
        // SAFETY: as above.
        unsafe { &mut *(ptr::from_mut(part) as *mut TensorRef<T, R>) }
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// The element at an index, or `None` if the index is out of range.
    #[inline(always)]
    pub(crate) fn element(&self, index: [usize; R]) -> Option<&T> {
        let offset = self.0.layout.offset_of(index)?;
        // SAFETY: in bounds, because the layout fits the buffer (invariant 6).
        let element = unsafe { self.0.start.add(offset) };
        // SAFETY: initialised (invariant 1) and not written while the tensor is borrowed (invariant 2).
        Some(unsafe { element.as_ref() })
    }

    /// The element at an index for writing, or `None` if the index is out of range.
    #[inline(always)]
    pub(crate) fn element_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        let offset = self.0.layout.offset_of(index)?;
        // SAFETY: in bounds, because the layout fits the buffer (invariant 6).
        let mut element = unsafe { self.0.start.add(offset) };
        // SAFETY: initialised (invariant 1) and reached by nothing else while the tensor is borrowed for
        // writing (invariants 3 and 4).
        Some(unsafe { element.as_mut() })
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.0.layout
    }

    /// A view by a layout that a view operation made of this one's.
    #[inline(always)]
    pub(crate) fn selecting<const O: usize>(&self, layout: Layout<O>) -> TensorView<'_, T, O> {
        TensorView { part: Part::selecting(&self.0, layout), borrows: PhantomData }
    }

    /// A mutable view of all elements.
    #[inline(always)]
    pub(crate) fn select_all_mut(&mut self) -> TensorViewMut<'_, T, R> {
        TensorViewMut { part: Part::selecting(&self.0, self.0.layout), borrows: PhantomData }
    }

    /// The buffer, for as long as the tensor is borrowed.
    #[inline(always)]
    pub(crate) fn span(&self) -> Span<'_, T> {
        // SAFETY: this reference borrows the tensor, so its buffer lives (invariant 1) and nothing
        // writes to its elements (invariant 2).
        unsafe { Span::from_raw(self.0.start, self.0.extent) }
    }

    /// The buffer for writing, for as long as the tensor is borrowed.
    #[inline(always)]
    pub(crate) fn span_mut(&mut self) -> SpanMut<'_, T> {
        // SAFETY: an exclusive reference is given by a `TensorViewMut`, which is exclusive itself, and
        // by a `Tensor` that is the only owner of its buffer (invariants 3 and 4).
        unsafe { SpanMut::from_raw(self.0.start, self.0.extent) }
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Borrows elements of a buffer by a layout that was cut from one which fits it.
    #[inline(always)]
    pub(crate) fn of_part(span: Span<'a, T>, layout: Layout<R>) -> Self {
        debug_assert!(layout.fits(span.extent()), "parts of a layout reach what it reaches");
        let part = Part { start: span.start(), extent: span.extent(), layout, tail: [] };
        TensorView { part, borrows: PhantomData }
    }

    /// The same borrow by a layout that a view operation made of this one's.
    #[inline(always)]
    pub(crate) fn selecting<const O: usize>(self, layout: Layout<O>) -> TensorView<'a, T, O> {
        TensorView { part: Part::selecting(&self.part, layout), borrows: PhantomData }
    }

    /// Makes a view of the elements of a borrowed buffer that `layout` selects.
    #[inline]
    pub(crate) fn new(span: Span<'a, T>, layout: Layout<R>) -> Self {
        TensorView { part: Part::new(span.start(), span.extent(), layout), borrows: PhantomData }
    }

    /// Returns the borrowed buffer and the layout.
    #[inline]
    pub(crate) fn into_parts(self) -> (Span<'a, T>, Layout<R>) {
        // SAFETY: the part is that of a span of the same lifetime (invariants 1 and 2).
        (unsafe { Span::from_raw(self.part.start, self.part.extent) }, self.part.layout)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Borrows elements of a buffer by a layout that was cut from one which fits it.
    #[inline(always)]
    pub(crate) fn of_part(span: SpanMut<'a, T>, layout: Layout<R>) -> Self {
        debug_assert!(layout.fits(span.extent()), "parts of a layout reach what it reaches");
        let part = Part { start: span.start(), extent: span.extent(), layout, tail: [] };
        TensorViewMut { part, borrows: PhantomData }
    }

    /// The same borrow by a layout that a view operation made of this one's.
    #[inline(always)]
    pub(crate) fn selecting<const O: usize>(self, layout: Layout<O>) -> TensorViewMut<'a, T, O> {
        TensorViewMut { part: Part::selecting(&self.part, layout), borrows: PhantomData }
    }

    /// Makes a mutable view of the elements of a borrowed buffer that `layout` selects, each once.
    #[inline]
    pub(crate) fn new(span: SpanMut<'a, T>, layout: Layout<R>) -> Self {
        TensorViewMut { part: Part::new(span.start(), span.extent(), layout), borrows: PhantomData }
    }

    /// Returns the borrowed buffer and the layout.
    #[inline]
    pub(crate) fn into_parts(self) -> (SpanMut<'a, T>, Layout<R>) {
        // SAFETY: the part is that of a span of the same lifetime, and this view is gone
        // (invariants 1 and 3).
        (unsafe { SpanMut::from_raw(self.part.start, self.part.extent) }, self.part.layout)
    }
}

macro_rules! derefs {
    ($([$($lifetime:tt)?] $Tensor:ty;)+) => { $(
        impl<$($lifetime,)? T, const R: usize> Deref for $Tensor {
            type Target = TensorRef<T, R>;

            #[inline(always)]
            fn deref(&self) -> &TensorRef<T, R> {
                self.part.as_tensor()
            }
        }
    )+ };
}

derefs! {
    [] Tensor<T, R>;
    ['a] TensorView<'a, T, R>;
    ['a] TensorViewMut<'a, T, R>;
}

impl<T, const R: usize> DerefMut for TensorViewMut<'_, T, R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut TensorRef<T, R> {
        self.part.as_tensor_mut()
    }
}

impl<T, const R: usize> Clone for Part<T, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for Part<T, R> {}

impl<T, const R: usize> Clone for Tensor<T, R> {
    /// Returns a tensor that owns the same buffer; copies no element.
    ///
    /// The first write to one of the two [copies](Tensor#clone-and-copy-on-write) its elements.
    #[inline]
    fn clone(&self) -> Self {
        Tensor { part: self.part, shared: self.shared.clone() }
    }
}

impl<T, const R: usize> Clone for TensorView<'_, T, R> {
    /// Returns another view of the same elements; copies no element.
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for TensorView<'_, T, R> {}
