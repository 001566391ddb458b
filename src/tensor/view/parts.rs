//! Views of the parts of an axis, as many as there are sizes: `split` and `chunk`, also for writing.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::Layout;
use crate::rank::AxisOf;
use crate::rank::seal::Seal;
use crate::tensor::{TensorRef, TensorView, TensorViewMut};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The sizes of the parts into which [`split`](TensorRef::split) divides an axis: an array, a slice or a
/// vector of `usize`.
///
/// `Parts<V>` is what holds the views: of an array of sizes an array, else a vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not list the sizes of the parts of an axis",
    label = "expected a list such as `[2, 3]`",
    note = "a list is an array, a slice or a vector of `usize`; \
            `chunk(axis, n)` makes `n` parts of equal size, `split_at(axis, i)` two"
)]
pub trait PartSizes {
    /// The views of the parts: `[V; K]` or `Vec<V>`.
    type Parts<V>;

    #[doc(hidden)]
    fn sizes(&self, _: Seal) -> &[usize];

    #[doc(hidden)]
    fn collect<V>(&self, part: impl FnMut(usize) -> V, _: Seal) -> Self::Parts<V>;
}

macro_rules! sizes {
    ($([$($generic:tt)*] $Sizes:ty => $Parts:ty: $collect:expr;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> PartSizes for $Sizes {
            type Parts<V> = $Parts;

            fn sizes(&self, _: Seal) -> &[usize] {
                &self[..]
            }

            fn collect<V>(&self, part: impl FnMut(usize) -> V, seal: Seal) -> $Parts {
                $collect(self.sizes(seal), part)
            }
        }
    )+ };
}

sizes! {
    [const K: usize] [usize; K] => [V; K]: array;
    [const K: usize] &[usize; K] => [V; K]: array;
    [] &[usize] => Vec<V>: vector;
    [] Vec<usize> => Vec<V>: vector;
    [] &Vec<usize> => Vec<V>: vector;
}

fn array<V, const K: usize>(sizes: &[usize], mut part: impl FnMut(usize) -> V) -> [V; K] {
    core::array::from_fn(|i| part(sizes[i]))
}

fn vector<V>(sizes: &[usize], part: impl FnMut(usize) -> V) -> Vec<V> {
    sizes.iter().copied().map(part).collect()
}

/// Returns the sizes of `count` parts of an axis of which all but the last are equal.
fn chunks<const R: usize>(
    operation: &'static str,
    layout: &Layout<R>,
    axis: usize,
    count: usize,
) -> Result<Vec<usize>, ShapeError> {
    let n = layout.shape()[axis];
    if count == 0 {
        let value = count.to_string();
        let kind = ErrorKind::Argument { name: "count", value, expected: "at least 1" };
        return Err(ShapeError::new(operation, &[&layout.shape()], kind));
    }
    if n == 0 {
        return Ok(vec![0; count]);
    }
    let size = n.div_ceil(count);
    Ok((0..n).step_by(size).map(|start| size.min(n - start)).collect())
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Splits a tensor along an axis into views of the given sizes.
    ///
    /// `(Axis::<1>, [k, l, m]): [a, b] -> [a, k], [a, l], [a, m]` with `k + l + m = b`
    ///
    /// An array of sizes gives an array of views, a slice or a vector of sizes gives a vector. No element is
    /// copied.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
    /// let [left, middle, right] = x.split(Axis::<1>, [2, 2, 1]);
    /// assert_eq!(left, tensor![[1, 2], [6, 7]]);
    /// assert_eq!(middle, tensor![[3, 4], [8, 9]]);
    /// assert_eq!(right, tensor![[5], [10]]);
    ///
    /// // Queries, keys and values of equal size.
    /// let qkv = Tensor::<f32, 3>::zeros([2, 10, 3 * 64]);
    /// let [q, k, v] = qkv.split(Last, [64; 3]);
    /// assert_eq!((q.shape(), k.shape(), v.shape()), ([2, 10, 64], [2, 10, 64], [2, 10, 64]));
    ///
    /// let sizes = vec![4, 1]; // known at run time
    /// let parts: Vec<TensorView<'_, i32, 2>> = x.split(Axis::<1>, sizes);
    /// assert_eq!(parts[1], tensor![[5], [10]]);
    /// ```
    ///
    /// The axis exists in the rank of the tensor:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].split(Axis::<1>, [1, 2]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the sizes do not sum to the size of the axis:
    /// `split: [2, 5]: axis 1 has size 5, the sizes of the parts sum to 4`.
    ///
    /// numpy: `split`, which takes the indices between the parts; torch: `split`, `split_with_sizes`.
    #[doc(alias = "split_with_sizes")]
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn split<A: AxisOf<R>, S: PartSizes>(
        &self,
        axis: A,
        sizes: S,
    ) -> S::Parts<TensorView<'_, T, R>> {
        raise(self.try_split(axis, sizes))
    }

    /// Fallible form of [`split`](TensorRef::split).
    pub fn try_split<A: AxisOf<R>, S: PartSizes>(
        &self,
        axis: A,
        sizes: S,
    ) -> Result<S::Parts<TensorView<'_, T, R>>, ShapeError> {
        self.view().try_split(axis, sizes)
    }

    /// Splits a tensor along an axis into at most `count` views of equal size; the last one may be smaller.
    ///
    /// `(Axis::<1>, n): [a, b] -> [a, ceil(b / n)], ..`
    ///
    /// The size is that of the axis divided by `count`, rounded up. So there can be fewer parts than `count`:
    /// an axis of size 6 makes three parts of size 2 if 4 are asked for. An empty axis makes `count` empty
    /// parts.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 3, 4, 5];
    /// let parts = v.chunk(Last, 2);
    /// assert_eq!(parts, [tensor![1, 2, 3], tensor![4, 5]]);
    /// assert_eq!(v.chunk(Last, 4).len(), 3);
    ///
    /// // Parts whose sizes differ by at most one, as many as asked for (numpy's `array_split`).
    /// let sizes: Vec<usize> = (0..4).map(|i| (5 + i) / 4).collect();
    /// assert_eq!(v.split(Last, sizes).last().unwrap(), &tensor![4, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].chunk(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If `count` is zero: `chunk: [5]: count is 0, expected at least 1`.
    ///
    /// torch: `chunk`; numpy: `array_split`, of which the larger parts come first.
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn chunk<A: AxisOf<R>>(&self, axis: A, count: usize) -> Vec<TensorView<'_, T, R>> {
        raise(self.try_chunk(axis, count))
    }

    /// Fallible form of [`chunk`](TensorRef::chunk).
    pub fn try_chunk<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
    ) -> Result<Vec<TensorView<'_, T, R>>, ShapeError> {
        self.view().try_chunk(axis, count)
    }

    /// Splits a tensor along an axis into mutable views of the given sizes.
    ///
    /// `(Axis::<1>, [k, l, m]): [a, b] -> [a, k], [a, l], [a, m]` with `k + l + m = b`
    ///
    /// All of them can be written at the same time.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let [mut a, b, mut c] = m.split_mut(Axis::<1>, [1, 1, 1]);
    /// a.assign(&b);
    /// c += &b;
    /// assert_eq!(m, tensor![[2, 2, 5], [5, 5, 11]]);
    /// ```
    ///
    /// # Panics
    /// If the sizes do not sum to the size of the axis:
    /// `split_mut: [2, 3]: axis 1 has size 3, the sizes of the parts sum to 2`.
    ///
    /// torch: `split`, whose parts can be written.
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn split_mut<A: AxisOf<R>, S: PartSizes>(
        &mut self,
        axis: A,
        sizes: S,
    ) -> S::Parts<TensorViewMut<'_, T, R>> {
        raise(self.try_split_mut(axis, sizes))
    }

    /// Fallible form of [`split_mut`](TensorRef::split_mut).
    pub fn try_split_mut<A: AxisOf<R>, S: PartSizes>(
        &mut self,
        axis: A,
        sizes: S,
    ) -> Result<S::Parts<TensorViewMut<'_, T, R>>, ShapeError> {
        self.view_mut().try_split_mut(axis, sizes)
    }

    /// Splits a tensor along an axis into at most `count` mutable views of equal size; the last one may be
    /// smaller.
    ///
    /// The sizes are those of [`chunk`](TensorRef::chunk). All views can be written at the same time.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut v = Tensor::<usize, 1>::zeros([5]);
    /// for (i, mut part) in v.chunk_mut(Last, 2).into_iter().enumerate() {
    ///     part.fill(i);
    /// }
    /// assert_eq!(v, tensor![0, 0, 0, 1, 1]);
    /// ```
    ///
    /// # Panics
    /// If `count` is zero: `chunk_mut: [5]: count is 0, expected at least 1`.
    ///
    /// torch: `chunk`, whose parts can be written.
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn chunk_mut<A: AxisOf<R>>(
        &mut self,
        axis: A,
        count: usize,
    ) -> Vec<TensorViewMut<'_, T, R>> {
        raise(self.try_chunk_mut(axis, count))
    }

    /// Fallible form of [`chunk_mut`](TensorRef::chunk_mut).
    pub fn try_chunk_mut<A: AxisOf<R>>(
        &mut self,
        axis: A,
        count: usize,
    ) -> Result<Vec<TensorViewMut<'_, T, R>>, ShapeError> {
        self.view_mut().try_chunk_mut(axis, count)
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Returns the same views as [`split`](TensorRef::split), with the lifetime of this view.
    ///
    /// # Panics
    /// As [`split`](TensorRef::split).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn split<A: AxisOf<R>, S: PartSizes>(
        self,
        axis: A,
        sizes: S,
    ) -> S::Parts<TensorView<'a, T, R>> {
        raise(self.try_split(axis, sizes))
    }

    /// Fallible form of [`split`](TensorView::split).
    pub fn try_split<A: AxisOf<R>, S: PartSizes>(
        self,
        _axis: A,
        sizes: S,
    ) -> Result<S::Parts<TensorView<'a, T, R>>, ShapeError> {
        self.layout().check_parts("split", A::INDEX, sizes.sizes(Seal))?;
        Ok(sizes.collect(self.next_part(A::INDEX), Seal))
    }

    /// Returns the same views as [`chunk`](TensorRef::chunk), with the lifetime of this view.
    ///
    /// # Panics
    /// As [`chunk`](TensorRef::chunk).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn chunk<A: AxisOf<R>>(self, axis: A, count: usize) -> Vec<TensorView<'a, T, R>> {
        raise(self.try_chunk(axis, count))
    }

    /// Fallible form of [`chunk`](TensorView::chunk).
    pub fn try_chunk<A: AxisOf<R>>(
        self,
        _axis: A,
        count: usize,
    ) -> Result<Vec<TensorView<'a, T, R>>, ShapeError> {
        let sizes = chunks("chunk", self.layout(), A::INDEX, count)?;
        Ok(vector(&sizes, self.next_part(A::INDEX)))
    }

    /// Returns views of the next indices of an axis, as many as it is asked for.
    fn next_part(self, axis: usize) -> impl FnMut(usize) -> TensorView<'a, T, R> {
        let mut start = 0;
        move |size| {
            let part = self.layout().narrow(axis, start, size).expect("the sizes were added up");
            start += size;
            self.selecting(part)
        }
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Splits the mutable view as [`split_mut`](TensorRef::split_mut) splits a tensor, with the lifetime
    /// of this view; consumes it.
    ///
    /// # Panics
    /// As [`split_mut`](TensorRef::split_mut).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn split_mut<A: AxisOf<R>, S: PartSizes>(
        self,
        axis: A,
        sizes: S,
    ) -> S::Parts<TensorViewMut<'a, T, R>> {
        raise(self.try_split_mut(axis, sizes))
    }

    /// Fallible form of [`split_mut`](TensorViewMut::split_mut).
    pub fn try_split_mut<A: AxisOf<R>, S: PartSizes>(
        self,
        axis: A,
        sizes: S,
    ) -> Result<S::Parts<TensorViewMut<'a, T, R>>, ShapeError> {
        self.layout().check_parts("split_mut", A::INDEX, sizes.sizes(Seal))?;
        Ok(sizes.collect(self.next_part_mut(axis), Seal))
    }

    /// Splits the mutable view as [`chunk_mut`](TensorRef::chunk_mut) splits a tensor, with the lifetime
    /// of this view; consumes it.
    ///
    /// # Panics
    /// As [`chunk_mut`](TensorRef::chunk_mut).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn chunk_mut<A: AxisOf<R>>(self, axis: A, count: usize) -> Vec<TensorViewMut<'a, T, R>> {
        raise(self.try_chunk_mut(axis, count))
    }

    /// Fallible form of [`chunk_mut`](TensorViewMut::chunk_mut).
    pub fn try_chunk_mut<A: AxisOf<R>>(
        self,
        axis: A,
        count: usize,
    ) -> Result<Vec<TensorViewMut<'a, T, R>>, ShapeError> {
        let sizes = chunks("chunk_mut", self.layout(), A::INDEX, count)?;
        Ok(vector(&sizes, self.next_part_mut(axis)))
    }

    /// Cuts off views of the next indices of an axis, as many as it is asked for.
    fn next_part_mut<A: AxisOf<R>>(self, _axis: A) -> impl FnMut(usize) -> TensorViewMut<'a, T, R> {
        let mut rest = Some(self);
        move |size| {
            let (span, layout) = rest.take().expect("cut off before").into_parts();
            let parts = span.split_at(&layout, A::INDEX, size);
            let [part, others] = parts.expect("the sizes were added up");
            rest = Some(TensorViewMut::new(others.0, others.1));
            TensorViewMut::new(part.0, part.1)
        }
    }
}
