//! Elements where a mask is true.

use super::{ListOf, check_len, in_row_major};
use crate::error::{ShapeError, raise};
use crate::kernels::index::{self, choose};
use crate::kernels::specialize::is_plain;
use crate::kernels::{Sees::Copies, Visit};
use crate::layout::{Layout, Order};
use crate::ops::AssignRhs;
use crate::rank::seal::Seal;
use crate::rank::{AxisOf, BroadcastTo, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut, Vector};
use alloc::vec::Vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the parts along an axis at which a mask is true.
    ///
    /// `(Axis::<0>, mask [a]): [a, b, c] -> [k, b, c]`: `k` is the number of elements of the mask that are
    /// true. The mask is a list, or a tensor of rank 1.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let people = tensor![[1.80, 79.0], [1.65, 55.0], [1.72, 90.0]];
    /// let heavy = people.column(1).greater(70.0);
    /// assert_eq!(people.select(Axis::<0>, &heavy), tensor![[1.80, 79.0], [1.72, 90.0]]);
    /// assert_eq!(people.column(0).select(Axis::<0>, [false, true, true]), tensor![1.65, 1.72]);
    /// ```
    ///
    /// A mask of the elements goes to [`mask_select`](TensorRef::mask_select), indices to
    /// [`take`](TensorRef::take):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.select(Axis::<0>, &m.greater(2)); // `&Tensor<bool, 2>` is not of rank 1
    /// ```
    ///
    /// # Panics
    /// If the mask has not as many elements as the axis:
    /// `select: [2, 3] and [4]: axis 0 on the left has size 2, axis 0 on the right 4`.
    ///
    /// numpy: `compress`, `m[mask]`; torch: `m[mask]`.
    #[doc(alias("compress", "filter"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn select<A>(&self, axis: A, mask: impl ListOf<bool>) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Clone,
    {
        raise(self.try_select(axis, mask))
    }

    /// Fallible form of [`select`](TensorRef::select).
    pub fn try_select<A>(
        &self,
        axis: A,
        mask: impl ListOf<bool>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Clone,
    {
        let mask = mask.list(Seal);
        check_len("select", &self.shape(), A::INDEX, mask.len())?;
        if R == 1
            && let Some(elements) = self.as_slice()
        {
            let kept = index::compress(elements, &mask);
            let layout =
                Layout::new_in("select", [kept.len(); R], Order::RowMajor, size_of::<T>())?;
            return Ok(Tensor::owned(kept, layout));
        }
        let indices = index::nonzero(&mask, &[mask.len()]).remove(0);
        self.try_take(axis, &indices).map_err(|error| error.during("select"))
    }

    /// Returns the elements at which a mask is true, in row-major order.
    ///
    /// `(mask [a, b] or [b]): [a, b] -> [k]`: `k` is the number of elements of the mask that are true,
    /// after it is broadcast to the shape of the tensor.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, -2], [-3, 4]];
    /// assert_eq!(m.mask_select(&m.less(0)), tensor![-2, -3]);
    /// assert_eq!(m.mask_select(&tensor![true, false]), tensor![1, -3]); // the first column
    /// ```
    ///
    /// The mask has at most the rank of the tensor:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // a tensor of `Rank<2>` cannot be broadcast to `Rank<1>`
    /// tensor![1, 2].mask_select(&tensor![[true, false]]);
    /// ```
    ///
    /// # Panics
    /// If the mask does not broadcast:
    /// `mask_select: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `m[mask]`, `extract`; torch: `masked_select`.
    #[doc(alias("masked_select", "extract"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn mask_select<const B: usize>(&self, mask: &TensorRef<bool, B>) -> Vector<T>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_mask_select(mask))
    }

    /// Fallible form of [`mask_select`](TensorRef::mask_select).
    pub fn try_mask_select<const B: usize>(
        &self,
        mask: &TensorRef<bool, B>,
    ) -> Result<Vector<T>, ShapeError>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        let mask = AssignRhs::<bool, R>::spread(&mask, "mask_select", self.shape(), Seal)?;
        let kept = index::compress(&in_row_major(self), &in_row_major(&mask));
        let (shape, order) = ([kept.len()], Order::RowMajor);
        let layout = Layout::new_in("mask_select", shape, order, size_of::<T>())?;
        Ok(Tensor::owned(kept, layout))
    }

    /// Returns the tensor with the elements replaced by `value` at which a mask is true.
    ///
    /// `(mask [b, c], value): [a, b, c] -> [a, b, c]`: the mask is broadcast to the shape of the tensor.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let scores = Tensor::<f32, 3>::ones([5, 2, 2]);
    /// let later = Tensor::from_fn([2, 2], |[i, j]| j > i);
    /// let masked = scores.mask_fill(&later, f32::NEG_INFINITY);
    /// assert_eq!(masked.index_axis(Axis::<0>, 4), tensor![[1.0, f32::NEG_INFINITY], [1.0, 1.0]]);
    /// ```
    ///
    /// In place, and with a tensor of new elements: [`assign_where`](TensorRef::assign_where). Where the
    /// mask has the higher rank: [`where_cond`](TensorRef::where_cond).
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // a tensor of `Rank<2>` cannot be broadcast to `Rank<1>`
    /// tensor![1, 2].mask_fill(&tensor![[true, false]], 0);
    /// ```
    ///
    /// # Panics
    /// If the mask does not broadcast:
    /// `mask_fill: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `where`; torch: `masked_fill`.
    #[doc(alias = "masked_fill")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn mask_fill<const B: usize>(&self, mask: &TensorRef<bool, B>, value: T) -> Tensor<T, R>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_mask_fill(mask, value))
    }

    /// Fallible form of [`mask_fill`](TensorRef::mask_fill).
    pub fn try_mask_fill<const B: usize>(
        &self,
        mask: &TensorRef<bool, B>,
        value: T,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        let shape = self.shape();
        let mask = AssignRhs::<bool, R>::spread(&mask, "mask_fill", shape, Seal)?;
        let layout = Layout::new_in("mask_fill", shape, Order::RowMajor, size_of::<T>())?;
        let operands = (self.source(), mask.source());
        Ok(Tensor::owned(index::compute_with(operands, &layout, [value], filled), layout))
    }

    /// Overwrites the elements at which a mask is true.
    ///
    /// `(mask [b, c], x): [a, b, c]`: `x` is a number or a tensor. Mask and `x` are broadcast to the shape
    /// of the tensor.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1.0, f64::NAN], [-3.0, 4.0]];
    /// m.assign_where(&m.is_nan(), 0.0);
    /// m.assign_where(&m.less(0.0), &(&m * 10.0));
    /// assert_eq!(m, tensor![[1.0, 0.0], [-30.0, 4.0]]);
    /// ```
    ///
    /// In numpy's `m[mask] = x` the tensor `x` has one element for each true one of the mask; here it has
    /// one at the same place.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = tensor![1, 2];
    /// // a tensor of `Rank<2>` cannot be broadcast to `Rank<1>`
    /// v.assign_where(&tensor![[true, false]], 0);
    /// ```
    ///
    /// # Panics
    /// If the mask or `x` does not broadcast:
    /// `assign_where: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `m[mask] = x`, `putmask`, `copyto(where=mask)`; torch: `masked_fill_`.
    #[doc(alias = "putmask")]
    #[track_caller]
    pub fn assign_where<X, const B: usize>(&mut self, mask: &TensorRef<bool, B>, x: X)
    where
        T: Clone,
        X: AssignRhs<T, R>,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_assign_where(mask, x));
    }

    /// Fallible form of [`assign_where`](TensorRef::assign_where).
    pub fn try_assign_where<X, const B: usize>(
        &mut self,
        mask: &TensorRef<bool, B>,
        x: X,
    ) -> Result<(), ShapeError>
    where
        T: Clone,
        X: AssignRhs<T, R>,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        let (mask, x) = operands(self.shape(), &mask, &x)?;
        let operands = (self.sink(), mask.source(), x.source());
        if is_plain::<T>() {
            operands.visit(Copies, overwrite);
        } else {
            operands.visit(Copies, replace);
        }
        Ok(())
    }

    /// Returns the indices of the elements that are not zero, in row-major order: a vector for each axis.
    ///
    /// `[a, b] -> ([k], [k])`: `k` is the number of such elements.
    ///
    /// Zero is `T::default()`, which is `false` for booleans. Negative zero is zero; NaN is not.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[0, 7, 0], [9, 0, 3]];
    /// let [rows, columns] = m.nonzero();
    /// assert_eq!((rows, columns), (tensor![0, 1, 1], tensor![1, 0, 2]));
    ///
    /// // As rows of indices:
    /// assert_eq!(stack(Last, &m.nonzero()), tensor![[0, 1], [1, 0], [1, 2]]);
    /// // The indices at which a condition holds:
    /// let [large] = tensor![5, 50, 500].greater(9).nonzero();
    /// assert_eq!(large, tensor![1, 2]);
    /// ```
    ///
    /// There are as many vectors as axes:
    ///
    /// ```compile_fail,E0527
    /// use holor::prelude::*;
    ///
    /// let [places] = tensor![[0, 7, 0], [9, 0, 3]].nonzero(); // the pattern has 2 elements
    /// ```
    ///
    /// numpy: `nonzero`, and `argwhere` for rows of indices; torch: `nonzero(as_tuple=True)`.
    #[doc(alias("argwhere", "flatnonzero"))]
    pub fn nonzero(&self) -> [Vector<usize>; R]
    where
        T: PartialEq + Default,
    {
        let zero = T::default();
        let mask: Vec<bool> = self.map(|x| *x != zero).into_vec();
        let mut found = index::nonzero(&mask, &self.shape()).into_iter();
        core::array::from_fn(|_| Vector::from(found.next().expect("a vector for each axis")))
    }
}

/// The mask and the new elements, broadcast.
fn operands<'a, T, X: AssignRhs<T, R>, M: AssignRhs<bool, R>, const R: usize>(
    shape: [usize; R],
    mask: &'a M,
    x: &'a X,
) -> Result<(TensorView<'a, bool, R>, TensorView<'a, T, R>), ShapeError> {
    let mask = mask.spread("assign_where", shape, Seal)?;
    Ok((mask, x.spread("assign_where", shape, Seal)?))
}

/// In front of the methods of `TensorRef`, so that the arguments can read the tensor (see
/// `ops/assign.rs`).
macro_rules! forwarded {
    ($([$($lifetime:tt)?] $Tensor:ty;)+) => { $(
        impl<$($lifetime,)? T: Clone, const R: usize> $Tensor {
            /// As [`assign_where`](TensorRef::assign_where) of a `TensorRef`; the arguments can be made of
            /// this tensor.
            ///
            /// # Panics
            /// As [`assign_where`](TensorRef::assign_where).
            #[track_caller]
            pub fn assign_where<X, const B: usize>(&mut self, mask: &TensorRef<bool, B>, x: X)
            where
                X: AssignRhs<T, R>,
                Rank<B>: BroadcastTo<Rank<R>>,
            {
                raise(self.try_assign_where(mask, x));
            }

            /// Fallible form of [`assign_where`](TensorRef::assign_where).
            pub fn try_assign_where<X, const B: usize>(
                &mut self,
                mask: &TensorRef<bool, B>,
                x: X,
            ) -> Result<(), ShapeError>
            where
                X: AssignRhs<T, R>,
                Rank<B>: BroadcastTo<Rank<R>>,
            {
                // Before the elements are copied because others can see them.
                operands(self.shape(), &mask, &x)?;
                (**self).try_assign_where(mask, x)
            }
        }
    )+ };
}

forwarded! {
    [] Tensor<T, R>;
    ['a] TensorViewMut<'a, T, R>;
}

// Functions of the element type alone: their loops are compiled once for all ranks and kinds of operands.

fn filled<T: Clone>((x, mask): (&T, &bool), [value]: &[T; 1]) -> T {
    choose(*mask, value, x)
}

/// Every element is written: without a branch, the loop vectorises.
fn overwrite<T: Clone>((to, mask, x): (&mut T, &bool, &T)) {
    let (new, old) = (x.clone(), to.clone());
    *to = if *mask { new } else { old };
}

fn replace<T: Clone>((to, mask, x): (&mut T, &bool, &T)) {
    if *mask {
        to.clone_from(x);
    }
}
