//! `assign` and the operators that change the left operand: `+= -= *= /= %= &= |= ^=`.
//!
//! The right operand broadcasts to the left one, whose shape stays as it is.

use super::elementwise::{change, scalar};
use crate::error::{ErrorKind, ShapeError, raise};
#[cfg(feature = "rayon")]
use crate::kernels;
use crate::rank::{BroadcastTo, Rank};
use crate::storage::Storage;
use crate::tensor::{StorageMut, Tensor};
use core::ops::{
    AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, SubAssign,
};

/// Calls `f` with each element of `a` and the one of `b` that broadcasts to its place.
#[inline]
fn update<T, T2, S1, S2, const A: usize, const B: usize>(
    operation: &'static str,
    a: &mut Tensor<T, A, S1>,
    b: &Tensor<T2, B, S2>,
    f: impl Fn(&mut T, &T2) + Sync,
) -> Result<(), ShapeError>
where
    S1: StorageMut<Elem = T>,
    S2: Storage<Elem = T2>,
{
    let shape = a.shape();
    // Before `a` is copied because others can see it. Both shapes in the order in which the user wrote
    // them: left, then right.
    if B > 0 && b.layout().broadcast_to(shape, size_of::<T2>()).is_err() {
        return Err(mismatch(operation, &shape, &b.shape()));
    }
    change(operation, a.sink(), b, f)
}

/// Says at which axis the right operand neither equals the left one nor can be repeated.
#[cold]
fn mismatch(operation: &'static str, left: &[usize], right: &[usize]) -> ShapeError {
    let added = left.len() - right.len();
    let axis = (0..right.len()).find(|&i| right[i] != 1 && right[i] != left[added + i]);
    let kind = match axis {
        Some(i) => {
            let axis = added + i;
            ErrorKind::NotBroadcastable { axis, left: left[axis], right: right[i] }
        }
        None => ErrorKind::TooLarge,
    };
    ShapeError::new(operation, &[left, right], kind)
}

impl<T, const R: usize, S: Storage<Elem = T>> Tensor<T, R, S> {
    /// Sets the elements to those of another tensor, which broadcasts to this one's shape.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.assign(&tensor![1, 2, 3]);
    /// assert_eq!(m, tensor![[1, 2, 3], [1, 2, 3]]);
    /// ```
    ///
    /// A tensor of higher rank does not fit:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = Tensor::<i32, 1>::zeros([3]);
    /// v.assign(&tensor![[1, 2, 3]]);
    /// ```
    ///
    /// # Panics
    /// When the shape does not broadcast:
    /// `assign: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `m[...] = v`, `copyto`; torch: `copy_`; ndarray: `assign`.
    #[track_caller]
    pub fn assign<S2: Storage<Elem = T>, const B: usize>(&mut self, rhs: &Tensor<T, B, S2>)
    where
        T: Clone,
        S: StorageMut,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_assign(rhs));
    }

    /// Does what [`assign`](Tensor::assign) does, or returns the error it would panic with and
    /// leaves the tensor as it was.
    pub fn try_assign<S2: Storage<Elem = T>, const B: usize>(
        &mut self,
        rhs: &Tensor<T, B, S2>,
    ) -> Result<(), ShapeError>
    where
        T: Clone,
        S: StorageMut,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        update("assign", self, rhs, T::clone_from)
    }
}

#[cfg(feature = "rayon")]
impl<T, const R: usize, S: Storage<Elem = T>> Tensor<T, R, S> {
    /// Calls `f` with each element for writing, on the threads of rayon's pool.
    ///
    /// If `f` panics, the elements it has seen stay as it left them.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<f32, 2>::ones([100, 100]);
    /// m.par_map_inplace(|x| *x += 1.0);
    /// assert_eq!(m, Tensor::full([100, 100], 2.0));
    /// ```
    ///
    /// ndarray: `par_map_inplace`.
    pub fn par_map_inplace(&mut self, f: impl Fn(&mut T) + Sync)
    where
        T: Send,
        S: StorageMut,
    {
        kernels::par_map_inplace(self.sink(), f);
    }
}

macro_rules! assigning_operators {
    ($($Op:ident $op:ident $verb:literal)+) => {
        /// The operators on references (see `operators.rs`).
        mod of_clones {
            use core::ops::{$($Op),+};
            $(
                #[inline(always)]
                pub(super) fn $op<T: Clone + $Op>(a: &mut T, b: &T) {
                    a.$op(b.clone());
                }
            )+
        }
        $(
        #[doc = concat!($verb, " in place; the right operand broadcasts to the left one.")]
        impl<T, S1, S2, const A: usize, const B: usize> $Op<&Tensor<T, B, S2>> for Tensor<T, A, S1>
        where
            T: Clone + $Op,
            S1: StorageMut<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<B>: BroadcastTo<Rank<A>>,
        {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: &Tensor<T, B, S2>) {
                raise(update(stringify!($op), self, rhs, of_clones::$op));
            }
        }

        #[doc = concat!($verb, " in place; the right operand broadcasts to the left one.")]
        impl<T, S1, S2, const A: usize, const B: usize> $Op<Tensor<T, B, S2>> for Tensor<T, A, S1>
        where
            T: Clone + $Op,
            S1: StorageMut<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<B>: BroadcastTo<Rank<A>>,
        {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: Tensor<T, B, S2>) {
                raise(update(stringify!($op), self, &rhs, of_clones::$op));
            }
        }

        #[doc = concat!($verb, " a scalar in place.")]
        impl<T: Clone + $Op, S: StorageMut<Elem = T>, const R: usize> $Op<T> for Tensor<T, R, S> {
            #[inline]
            fn $op(&mut self, rhs: T) {
                raise(update(stringify!($op), self, &scalar(&rhs), of_clones::$op));
            }
        }
        )+
    };
}

assigning_operators! {
    AddAssign add_assign "Adds"
    SubAssign sub_assign "Subtracts"
    MulAssign mul_assign "Multiplies"
    DivAssign div_assign "Divides"
    RemAssign rem_assign "Takes the remainder"
    BitAndAssign bitand_assign "Combines with `&`"
    BitOrAssign bitor_assign "Combines with `|`"
    BitXorAssign bitxor_assign "Combines with `^`"
}
