//! `map`, `par_map`, and the core of all operations with two operands.

use crate::error::{ShapeError, raise};
use crate::kernels::equal::all;
use crate::kernels::{Sees::Copies, Sink, Source, Visit, of_one, of_two};
use crate::layout::{Layout, Order, common_shape};
use crate::storage::Span;
use crate::tensor::{Tensor, TensorRef, TensorView};

/// Returns an operand for a kernel to read, broadcast to `shape`.
pub(super) fn spread<'a, T, const A: usize, const O: usize>(
    operation: &'static str,
    operand: &'a TensorRef<T, A>,
    shape: [usize; O],
) -> Result<Source<'a, T, O>, ShapeError> {
    match operand.layout().broadcast_to(shape, size_of::<T>()) {
        Ok(layout) => Ok(operand.source_with(&layout)),
        Err(error) => Err(error.during(operation)),
    }
}

/// The layout of a new result: row-major.
#[inline]
pub(super) fn result_layout<U, const O: usize>(
    operation: &'static str,
    shape: [usize; O],
) -> Result<Layout<O>, ShapeError> {
    Layout::new_in(operation, shape, Order::RowMajor, size_of::<U>())
}

/// Broadcasts two operands and collects the results of `f` for each pair of elements.
#[inline]
pub(super) fn binary<T1, T2, U, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    a: &TensorRef<T1, A>,
    b: &TensorRef<T2, B>,
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> Result<Tensor<U, O>, ShapeError> {
    let shape = common_shape(operation, a.layout().shape_ref(), b.layout().shape_ref())?;
    let layout = result_layout::<U, O>(operation, shape)?;
    // Of contiguous operands the rank does not matter.
    let len = layout.len();
    if let (Some(a_line), Some(b_line)) = (a.layout().as_one_axis(len), b.layout().as_one_axis(len))
    {
        let line = Layout::row_major([len]).expect("as many elements as the result");
        let operands = (a.source_with(&a_line), b.source_with(&b_line));
        return Ok(Tensor::owned(operands.compute(&line, of_two(f)), layout));
    }
    let (a, b) = (spread(operation, a, shape)?, spread(operation, b, shape)?);
    Ok(Tensor::owned((a, b).compute(&layout, of_two(f)), layout))
}

/// Calls `f` with each element of `a` and the element of `b`, broadcast to `a`, at the same index.
#[inline]
pub(super) fn change<T, T2, const A: usize, const B: usize>(
    operation: &'static str,
    a: Sink<'_, T, A>,
    b: &TensorRef<T2, B>,
    f: impl Fn(&mut T, &T2) + Sync,
) -> Result<(), ShapeError> {
    let shape = a.layout().shape();
    (a, spread(operation, b, shape)?).update(of_two(f));
    Ok(())
}

/// As [`binary`], into the buffer of `a` where the result can have it: `a` is the only owner, fills
/// its buffer in row-major order, and has the shape of the result.
#[inline]
pub(super) fn binary_into_left<T, T2, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    mut a: Tensor<T, A>,
    b: &TensorRef<T2, B>,
    f: impl Fn(&T, &T2) -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError> {
    let shape: [usize; O] =
        common_shape(operation, a.layout().shape_ref(), b.layout().shape_ref())?;
    if !is_reusable(&mut a, &shape) {
        return binary(operation, &a, b, f);
    }
    reuse(operation, a, b, shape, to_left::<T, T2>(f))
}

/// As [`binary_into_left`], into the buffer of `b`.
#[inline]
pub(super) fn binary_into_right<T, T1, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    a: &TensorRef<T1, A>,
    mut b: Tensor<T, B>,
    f: impl Fn(&T1, &T) -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError> {
    let shape: [usize; O] =
        common_shape(operation, a.layout().shape_ref(), b.layout().shape_ref())?;
    if !is_reusable(&mut b, &shape) {
        return binary(operation, a, &b, f);
    }
    reuse(operation, b, a, shape, to_right::<T, T1>(f))
}

/// As [`binary_into_left`] if the result can have the buffer of `a`, else as [`binary_into_right`].
#[inline]
pub(super) fn binary_into_either<T, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    mut a: Tensor<T, A>,
    b: Tensor<T, B>,
    f: impl Fn(&T, &T) -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError> {
    let shape: [usize; O] =
        common_shape(operation, a.layout().shape_ref(), b.layout().shape_ref())?;
    if !is_reusable(&mut a, &shape) {
        return binary_into_right(operation, &a, b, f);
    }
    reuse(operation, a, &b, shape, to_left::<T, T>(f))
}

/// Whether a result of `shape` can have the buffer of this tensor.
#[inline]
fn is_reusable<T, const A: usize, const O: usize>(
    a: &mut Tensor<T, A>,
    shape: &[usize; O],
) -> bool {
    a.shape()[..] == shape[..] && a.fills_own_buffer()
}

/// The elements of a reusable tensor, for writing.
#[inline]
fn owned_sink<T, const R: usize>(a: &mut Tensor<T, R>) -> Sink<'_, T, R> {
    a.exclusive().expect("a reusable tensor is the only owner of its buffer").sink()
}

/// Turns a reusable tensor into a result of `shape`: changes its elements in place.
#[inline]
fn reuse<T, T2, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    a: Tensor<T, A>,
    b: &TensorRef<T2, B>,
    shape: [usize; O],
    f: impl Fn(&mut T, &T2) + Sync,
) -> Result<Tensor<T, O>, ShapeError> {
    let layout = a.layout().broadcast_to(shape, size_of::<T>())?;
    let mut result = a.into_layout(layout);
    change(operation, owned_sink(&mut result), b, f)?;
    Ok(result)
}

/// Tests whether `f` holds for all pairs of elements; the operands broadcast to rank `O`.
pub(super) fn all_pairs<T, const A: usize, const B: usize, const O: usize>(
    operation: &'static str,
    a: &TensorRef<T, A>,
    b: &TensorRef<T, B>,
    f: impl Fn(&T, &T) -> bool,
) -> Result<bool, ShapeError> {
    let shape: [usize; O] =
        common_shape(operation, a.layout().shape_ref(), b.layout().shape_ref())?;
    let pairs = (spread(operation, a, shape)?, spread(operation, b, shape)?);
    Ok(all(pairs, |(a, b)| f(a, b)))
}

/// Collects the results of `f` for each element; on several threads if the elements are primitive
/// and many.
#[inline]
#[track_caller]
pub(super) fn unary<T, U, const R: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    f: impl Fn(&T) -> U + Sync,
) -> Tensor<U, R> {
    let layout = raise(result_layout::<U, R>(operation, a.shape()));
    Tensor::owned((a.source(),).compute(&layout, of_one(f)), layout)
}

/// As [`unary`], on one thread.
#[inline]
#[track_caller]
pub(super) fn unary_mut<T, U, const R: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    mut f: impl FnMut(&T) -> U,
) -> Tensor<U, R> {
    // A larger type can make the result too large for memory where the operand was not.
    let layout = raise(result_layout::<U, R>(operation, a.shape()));
    Tensor::owned((a.source(),).gather(Copies, &layout, move |(a,)| f(a)), layout)
}

/// As [`unary`], into the tensor's own buffer where the result can have it.
#[inline]
#[track_caller]
pub(super) fn unary_into<T, const R: usize>(
    operation: &'static str,
    mut a: Tensor<T, R>,
    f: impl Fn(&T) -> T + Sync,
) -> Tensor<T, R> {
    let shape = a.shape();
    if !is_reusable(&mut a, &shape) {
        return unary(operation, &a, f);
    }
    (owned_sink(&mut a),).update(of_one(in_place(f)));
    a
}

// Closures made in these functions have types that depend on the elements only, not on the rank, so
// that the loop is compiled once for all ranks.

#[inline(always)]
fn in_place<T>(f: impl Fn(&T) -> T + Sync) -> impl Fn(&mut T) + Sync {
    #[inline(always)]
    move |a| *a = f(a)
}

#[inline(always)]
fn to_left<T, T2>(f: impl Fn(&T, &T2) -> T + Sync) -> impl Fn(&mut T, &T2) + Sync {
    #[inline(always)]
    move |a, b| *a = f(a, b)
}

#[inline(always)]
fn to_right<T, T1>(f: impl Fn(&T1, &T) -> T + Sync) -> impl Fn(&mut T, &T1) + Sync {
    #[inline(always)]
    move |b, a| *b = f(a, b)
}

impl<T, const R: usize> Tensor<T, R> {
    /// This tensor, where `O` is `R` and the compiler does not know it: in a result of a scalar operand.
    #[inline]
    pub(super) fn into_rank_of<const O: usize>(self) -> Tensor<T, O> {
        let shape: [usize; O] = core::array::from_fn(|axis| self.shape()[axis]);
        let layout = self.layout().broadcast_to(shape, size_of::<T>());
        self.into_layout(layout.expect("the same shape"))
    }
}

/// A scalar as an operand of rank 0, which broadcasts to any shape.
#[inline]
pub(super) fn scalar<T>(value: &T) -> TensorView<'_, T, 0> {
    let one = Span::from_slice(core::slice::from_ref(value));
    TensorView::new(one, Layout::row_major([]).expect("a single element fits memory"))
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Applies a function to each element and returns the results.
    ///
    /// `[m, n] -> [m, n]`, also to elements of another type.
    ///
    /// The closure may keep state. The order of the elements is not specified.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 4], [9, 16]];
    /// assert_eq!(m.map(|x| *x as f64 / 2.0), tensor![[0.5, 2.0], [4.5, 8.0]]);
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address, which only a broadcast view makes
    /// possible: `map: [2305843009213693952]: more elements than memory can address`.
    ///
    /// In place: [`map_inplace`](TensorRef::map_inplace); on several threads: `par_map`.
    ///
    /// numpy: `vectorize`; ndarray: `map`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Tensor<U, R> {
        unary_mut("map", self, f)
    }

    /// Applies a function to each element on several threads and returns the results.
    ///
    /// `[m, n] -> [m, n]`. The order of the elements is not specified. Sharing the work costs some
    /// microseconds, so it pays for large tensors and slow functions.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::from_fn([100, 100], |[i, j]| (i * j) as f64);
    /// assert_eq!(m.par_map(|x| x.sqrt()), m.sqrt());
    /// ```
    ///
    /// # Threads
    /// - The closure runs on the calling thread and on threads of rayon's current pool: the pool
    ///   that the calling thread belongs to, else the global one.
    /// - The caller waits for the threads that have begun. It runs no other task of the pool
    ///   meanwhile.
    /// - A closure must therefore not wait for another task of the same pool: not for
    ///   `rayon::broadcast`, and not for a lock held by a task that waits for this one. Such a wait
    ///   may never end.
    /// - Calls of rayon inside the closure (`join`, `scope`, parallel iterators, `par_map` again)
    ///   are fine.
    /// - A panic in the closure is the caller's. The other threads finish first, and the results so
    ///   far are leaked.
    ///
    /// # Panics
    /// If the closure panics, or if the result holds more elements than memory can address, as in
    /// [`map`](TensorRef::map).
    ///
    /// ndarray: `Zip::par_map_collect`.
    #[cfg(feature = "rayon")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn par_map<U: Send>(&self, f: impl Fn(&T) -> U + Sync) -> Tensor<U, R>
    where
        T: Sync,
    {
        let layout = raise(result_layout::<U, R>("par_map", self.shape()));
        Tensor::owned((self.source(),).par_gather(Copies, &layout, of_one(f)), layout)
    }

    /// Calls `f` with a scalar on the left and each element on the right.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn __after_scalar(&self, left: &T, f: impl Fn(T, T) -> T + Sync) -> Tensor<T, R>
    where
        T: Clone,
    {
        let binary: BinaryAfterScalar<T, R, _> = binary;
        raise(binary("scalar", &scalar(left), self, of_clones(f)))
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// As `__after_scalar`, into the tensor's own buffer where the result can have it.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn __into_after_scalar(self, left: &T, f: impl Fn(T, T) -> T + Sync) -> Tensor<T, R>
    where
        T: Clone,
    {
        let into_right: IntoAfterScalar<T, R, _> = binary_into_right;
        raise(into_right("scalar", &scalar(left), self, of_clones(f)))
    }
}

/// Pointers, which rustc does not follow: it searches for cycles of calls through all that each operator of a built-in
/// number reaches.
type BinaryAfterScalar<T, const R: usize, F> =
    fn(&'static str, &TensorRef<T, 0>, &TensorRef<T, R>, F) -> Result<Tensor<T, R>, ShapeError>;
type IntoAfterScalar<T, const R: usize, F> =
    fn(&'static str, &TensorRef<T, 0>, Tensor<T, R>, F) -> Result<Tensor<T, R>, ShapeError>;

/// A function of clones of the elements.
#[inline(always)]
fn of_clones<T: Clone>(f: impl Fn(T, T) -> T + Sync) -> impl Fn(&T, &T) -> T + Sync {
    move |a, b| f(a.clone(), b.clone())
}
