//! `assign`, `par_map_inplace`, and the operators in place: `+= -= *= /= %= &= |= ^= <<= >>=`.
//!
//! The right operand broadcasts to the shape of the left one, which does not change.

use super::elementwise::{change, scalar};
use crate::error::{ErrorKind, ShapeError, raise};
#[cfg(feature = "rayon")]
use crate::kernels::{Sees::Copies, Visit, of_one};
use crate::rank::seal::Seal;
use crate::rank::{BroadcastTo, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut, WritesThrough};
use core::ops::{
    AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign,
    ShrAssign, SubAssign,
};

/// Calls `f` with each element of `a` and the element of `b`, broadcast to `a`, at the same index.
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

/// Checks that `b` broadcasts to the shape of `a`. The error names both shapes in the order of the
/// operands: left, then right.
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

/// Returns the error for the first axis whose size on the right is neither 1 nor that on the left.
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
    /// Overwrites the elements with those of another tensor, broadcast to the same shape.
    ///
    /// `[m, n] <- [n]`, `[1, n]`, `[m, 1]` or `[m, n]`: the shape of `self` does not change.
    ///
    /// An owned [`Tensor`] that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.assign(&tensor![1, 2, 3]);
    /// assert_eq!(m, tensor![[1, 2, 3], [1, 2, 3]]);
    /// ```
    ///
    /// A tensor of higher rank does not broadcast to this one:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = Tensor::<i32, 1>::zeros([3]);
    /// v.assign(&tensor![[1, 2, 3]]);
    /// ```
    ///
    /// # Panics
    /// If the shape of `rhs` does not broadcast to that of `self`:
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

    /// Fallible form of [`assign`](TensorRef::assign).
    ///
    /// # Errors
    /// If the shape of `rhs` does not broadcast to that of `self`. No element has changed then.
    pub fn try_assign<const B: usize>(&mut self, rhs: &TensorRef<T, B>) -> Result<(), ShapeError>
    where
        T: Clone,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        update("assign", self, rhs, T::clone_from)
    }
}

/// In front of the methods of `TensorRef`, so that the arguments can read the tensor:
/// `t.fill(t.max(All).item())`. Behind a dereference they could not.
macro_rules! forwarded {
    ($([$($lifetime:tt)?] $Tensor:ty;)+) => { $(
        impl<$($lifetime,)? T: Clone, const R: usize> $Tensor {
            /// As [`fill`](TensorRef::fill) of a `TensorRef`; the argument can read this tensor.
            pub fn fill(&mut self, value: T) {
                (**self).fill(value);
            }

            /// As [`assign`](TensorRef::assign) of a `TensorRef`; the argument can be made of this
            /// tensor.
            ///
            /// # Panics
            /// As [`assign`](TensorRef::assign).
            #[track_caller]
            pub fn assign<const B: usize>(&mut self, rhs: &TensorRef<T, B>)
            where
                Rank<B>: BroadcastTo<Rank<R>>,
            {
                raise(self.try_assign(rhs));
            }

            /// Fallible form of [`assign`](TensorRef::assign).
            pub fn try_assign<const B: usize>(
                &mut self,
                rhs: &TensorRef<T, B>,
            ) -> Result<(), ShapeError>
            where
                Rank<B>: BroadcastTo<Rank<R>>,
            {
                // Before the elements are copied because others can see them.
                fits("assign", self, rhs)?;
                (**self).try_assign(rhs)
            }
        }
    )+ };
}

forwarded! {
    [] Tensor<T, R>;
    ['a] TensorViewMut<'a, T, R>;
}

#[cfg(feature = "rayon")]
impl<T, const R: usize> TensorRef<T, R> {
    /// Changes each element in place, on several threads.
    ///
    /// The closure runs on the calling thread and on threads of rayon's current pool, under the
    /// rules that [`par_map`](TensorRef::par_map) lists: it must not wait for another task of the
    /// same pool. The order of the elements is not specified. If the closure panics, the panic is
    /// the caller's, and some elements are changed while others are not.
    ///
    /// An owned [`Tensor`] that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<f32, 2>::ones([100, 100]);
    /// m.par_map_inplace(|x| *x += 1.0);
    /// assert_eq!(m, Tensor::full([100, 100], 2.0));
    /// ```
    ///
    /// On one thread, with a closure that may keep state: [`map_inplace`](TensorRef::map_inplace).
    ///
    /// ndarray: `par_map_inplace`.
    pub fn par_map_inplace(&mut self, f: impl Fn(&mut T) + Sync)
    where
        T: Send,
    {
        (self.sink(),).par_visit(Copies, of_one(f));
    }
}

/// A right operand of `+=` and the other operators in place, on a tensor of `T` and rank `R`.
///
/// Implemented by the scalar `T` and by tensors of `T`, owned or borrowed, whose rank broadcasts to
/// `R`.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be combined in place with `{Self}`",
    label = "neither a tensor nor a scalar of these elements",
    note = "a scalar has the type of the elements, `2.0` for floats and `2` for integers; \
            `.cast()` and `.map(..)` convert a tensor"
)]
pub trait AssignRhs<T, const R: usize> {
    /// Calls `f` with each pair of elements; errors begin with `name`.
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

    /// The elements, broadcast to `shape`.
    #[doc(hidden)]
    fn spread(
        &self,
        name: &'static str,
        shape: [usize; R],
        _: Seal,
    ) -> Result<TensorView<'_, T, R>, ShapeError>;
}

/// Broadcasts an operand to a shape, which an error names first.
fn spread<'a, T, const B: usize, const R: usize>(
    name: &'static str,
    operand: TensorView<'a, T, B>,
    shape: [usize; R],
) -> Result<TensorView<'a, T, R>, ShapeError> {
    match operand.layout().broadcast_to(shape, size_of::<T>()) {
        Ok(layout) => Ok(operand.into_layout(layout)),
        Err(_) => Err(mismatch(name, &shape, &operand.shape())),
    }
}

macro_rules! right_operands {
    ($([$($const:tt)*] $Rhs:ty where [$($bound:tt)*], |$rhs:ident| $borrowed:expr, $view:expr;)+) => { $(
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

            fn spread(
                &self,
                name: &'static str,
                shape: [usize; R],
                _: Seal,
            ) -> Result<TensorView<'_, T, R>, ShapeError> {
                let $rhs = self;
                spread(name, $view, shape)
            }
        }
    )+ };
}

right_operands! {
    [const B: usize] &TensorRef<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [const B: usize] &Tensor<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [const B: usize] &TensorView<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [const B: usize] &TensorViewMut<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [const B: usize] TensorView<'_, T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [const B: usize] Tensor<T, B> where [Rank<B>: BroadcastTo<Rank<R>>], |rhs| rhs, rhs.view();
    [] T where [], |rhs| &scalar(rhs), scalar(rhs);
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
        #[doc = concat!($verb, ", element by element and in place.")]
        ///
        /// The right operand broadcasts to the shape of the left one.
        ///
        /// # Panics
        #[doc = concat!("If it does not: `", stringify!($op),
            ": [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.")]
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X> for TensorRef<T, A> {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        #[doc = concat!($verb, ", element by element and in place.")]
        ///
        /// The right operand broadcasts to the shape of the left one. A tensor that shares its
        /// buffer copies its elements first.
        ///
        /// # Panics
        #[doc = concat!("If it does not, before anything is copied: `", stringify!($op),
            ": [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.")]
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X> for Tensor<T, A> {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                if !self.is_exclusive() {
                    // An operand that does not fit is refused before shared elements are copied.
                    rhs.fits(stringify!($op), self, Seal);
                }
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        #[doc = concat!($verb, ", element by element and in place.")]
        ///
        /// The right operand broadcasts to the shape of the left one.
        ///
        /// # Panics
        #[doc = concat!("If it does not: `", stringify!($op),
            ": [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1`.")]
        impl<T: Clone + $Op, X: AssignRhs<T, A>, const A: usize> $Op<X>
            for TensorViewMut<'_, T, A>
        {
            #[inline]
            #[track_caller]
            fn $op(&mut self, rhs: X) {
                rhs.combine_into(stringify!($op), self, of_clones::$op, Seal);
            }
        }

        /// Gives the compiler's message for a write through a read-only view.
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
    AddAssign add_assign "Adds the right operand to the left one"
    SubAssign sub_assign "Subtracts the right operand from the left one"
    MulAssign mul_assign "Multiplies the left operand by the right one"
    DivAssign div_assign "Divides the left operand by the right one"
    RemAssign rem_assign "Replaces the left operand with the remainder of its division by the right one"
    BitAndAssign bitand_assign "Combines the left operand with the right one by `&`"
    BitOrAssign bitor_assign "Combines the left operand with the right one by `|`"
    BitXorAssign bitxor_assign "Combines the left operand with the right one by `^`"
    ShlAssign shl_assign "Shifts the bits of the left operand up by the right one"
    ShrAssign shr_assign "Shifts the bits of the left operand down by the right one"
}
