//! `assign` and the operators that change the left operand: `+= -= *= /= %= &= |= ^=`.
//!
//! The right operand broadcasts to the left one, whose shape stays as it is.

use super::elementwise::{change, scalar};
use crate::error::{ErrorKind, ShapeError, raise};
#[cfg(feature = "rayon")]
use crate::kernels;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastTo, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut, WritesThrough};
use core::ops::{
    AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, SubAssign,
};

/// Calls `f` with each element of `a` and the one of `b` that broadcasts to its place.
#[inline]
fn update<T, T2, const A: usize, const B: usize>(
    operation: &'static str,
    a: &mut TensorRef<T, A>,
    b: &TensorRef<T2, B>,
    f: impl Fn(&mut T, &T2) + Sync,
) -> Result<(), ShapeError> {
    fits(operation, a, b)?;
    change(operation, a.sink(), b, f)
}

/// Checks that `b` broadcasts to the shape of `a`. The error names both shapes in the order in which
/// they are written: left, then right.
#[inline]
fn fits<T, T2, const A: usize, const B: usize>(
    operation: &'static str,
    a: &TensorRef<T, A>,
    b: &TensorRef<T2, B>,
) -> Result<(), ShapeError> {
    let shape = a.shape();
    if B > 0 && b.layout().broadcast_to(shape, size_of::<T2>()).is_err() {
        return Err(mismatch(operation, &shape, &b.shape()));
    }
    Ok(())
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

impl<T, const R: usize> TensorRef<T, R> {
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
    pub fn assign<const B: usize>(&mut self, rhs: &TensorRef<T, B>)
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_assign(rhs));
    }

    /// Does what [`assign`](Tensor::assign) does, or returns the error it would panic with and
    /// leaves the tensor as it was.
    pub fn try_assign<const B: usize>(&mut self, rhs: &TensorRef<T, B>) -> Result<(), ShapeError>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        update("assign", self, rhs, T::clone_from)
    }
}

#[cfg(feature = "rayon")]
impl<T, const R: usize> TensorRef<T, R> {
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
    {
        kernels::par_map_inplace(self.sink(), f);
    }
}

/// What is assigned or combined in place with a tensor of `T` and rank `R`: a tensor that broadcasts
/// to it, owned or borrowed, or a scalar `T`.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be combined in place with `{Self}`",
    label = "neither a tensor nor a scalar of these elements",
    note = "a scalar has the type of the elements, `2.0` for floats and `2` for integers; \
            `.cast()` and `.map(..)` convert a tensor"
)]
pub trait AssignRhs<T, const R: usize> {
    /// Combines in place, under the name of the operation.
    #[doc(hidden)]
    #[track_caller]
    fn combine_into(
        &self,
        name: &'static str,
        left: &mut TensorRef<T, R>,
        f: impl Fn(&mut T, &T) + Sync,
        _: Seal,
    );

    /// Panics if the operand does not broadcast to `left`.
    #[doc(hidden)]
    #[track_caller]
    fn fits(&self, name: &'static str, left: &TensorRef<T, R>, _: Seal);
}

macro_rules! right_operands {
    ($([$($const:tt)*] $Rhs:ty where [$($bound:tt)*], |$rhs:ident| $borrowed:expr;)+) => { $(
        impl<T, const R: usize, $($const)*> AssignRhs<T, R> for $Rhs
        where
            $($bound)*
        {
            #[inline]
            #[track_caller]
            fn combine_into(
                &self,
                name: &'static str,
                left: &mut TensorRef<T, R>,
                f: impl Fn(&mut T, &T) + Sync,
                _: Seal,
            ) {
                let $rhs = self;
                raise(update(name, left, $borrowed, f));
            }

            #[inline]
            #[track_caller]
            fn fits(&self, name: &'static str, left: &TensorRef<T, R>, _: Seal) {
                let $rhs = self;
                raise(fits(name, left, $borrowed));
            }
        }
    )+ };
}

right_operands! {
    [const B: usize] &TensorRef<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [const B: usize] &Tensor<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [const B: usize] &TensorView<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [const B: usize] &TensorViewMut<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [const B: usize] TensorView<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [const B: usize] Tensor<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs;
    [] T where [], |rhs| &scalar(rhs);
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
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X> for TensorRef<T, A> {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        #[doc = concat!($verb, " in place; the right operand broadcasts to the left one.")]
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X> for Tensor<T, A> {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                if !self.is_exclusive() {
                    // Before the elements are copied because others can see them.
                    rhs.fits(stringify!($op), self, Seal);
                }
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        #[doc = concat!($verb, " in place; the right operand broadcasts to the left one.")]
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X>
            for TensorViewMut<'_, T, A>
        {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        /// Refused, in words: the view is read-only.
        #[doc(hidden)]
        impl<'a, T, X: WritesThrough<TensorView<'a, T, A>>, const A: usize> $Op<X>
            for TensorView<'a, T, A>
        {
            fn $op(&mut self, _: X) {}
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
