//! The right operand of an operator or of an element-wise function: a tensor or a scalar.

use super::elementwise::{
    all_pairs, binary, binary_into_either, binary_into_left, binary_into_right, scalar,
};
#[cfg(any(feature = "std", feature = "libm"))]
use super::elementwise::{result_layout, spread};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::error::ShapeError;
use crate::error::raise;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::kernels::math::{MathKernel, map};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::layout::common_shape;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

/// A right operand of `+`, `minimum`, `powf` and other element-wise operations on a tensor of `T`
/// and rank `R`.
///
/// Implemented by the scalar `T` and by tensors of `T`, owned or borrowed, that broadcast with rank
/// `R`. `Output` is the [`Rank`] of the result.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be combined with `{Self}`",
    label = "neither a tensor nor a scalar of these elements",
    note = "a scalar has the type of the elements, `2.0` for floats and `2` for integers; \
            `.cast()` and `.map(..)` convert a tensor",
    note = "a mask of `bool` chooses, `mask.where_cond(&x, 0.0)`; `mask.cast::<f32>()` makes numbers of it"
)]
pub trait BroadcastRhs<T, const R: usize> {
    /// The rank of the result.
    type Output;

    /// Collects the results of `f` for each pair of elements; errors begin with `name`.
    #[doc(hidden)]
    #[track_caller]
    fn combine<U, const O: usize>(
        &self,
        name: &'static str,
        left: &TensorRef<T, R>,
        f: impl Fn(&T, &T) -> U + Sync,
        _: Seal,
    ) -> Tensor<U, O>
    where
        Self: BroadcastRhs<T, R, Output = Rank<O>>;

    /// As [`combine`](Self::combine), into the buffer of the right operand where the result can
    /// have it.
    #[doc(hidden)]
    #[track_caller]
    fn consume<const O: usize>(
        self,
        name: &'static str,
        left: &TensorRef<T, R>,
        f: impl Fn(&T, &T) -> T + Sync,
        _: Seal,
    ) -> Tensor<T, O>
    where
        Self: BroadcastRhs<T, R, Output = Rank<O>>;

    /// As [`combine`](Self::combine), into the buffer of either operand where the result can have
    /// it.
    #[doc(hidden)]
    #[track_caller]
    fn consume_both<const O: usize>(
        self,
        name: &'static str,
        left: Tensor<T, R>,
        f: impl Fn(&T, &T) -> T + Sync,
        _: Seal,
    ) -> Tensor<T, O>
    where
        Self: BroadcastRhs<T, R, Output = Rank<O>>;

    /// As [`combine`](Self::combine), by a kernel if the type of the elements has one.
    #[cfg(any(feature = "std", feature = "libm"))]
    #[doc(hidden)]
    #[track_caller]
    fn combine_by<const O: usize>(
        &self,
        name: &'static str,
        left: &TensorRef<T, R>,
        function: &MathKernel,
        f: impl Fn(&T, &T) -> T + Sync,
        _: Seal,
    ) -> Tensor<T, O>
    where
        T: Clone,
        Self: BroadcastRhs<T, R, Output = Rank<O>>;

    /// Whether the operand is a scalar. A constant, so that a program does not compile both ways.
    #[doc(hidden)]
    const IS_SCALAR: bool;

    /// The operand, if it is a scalar.
    #[doc(hidden)]
    fn as_scalar(&self, _: Seal) -> Option<&T>;

    /// Tests whether `f` holds for all pairs of elements.
    #[doc(hidden)]
    #[track_caller]
    fn holds_for_all(
        &self,
        name: &'static str,
        left: &TensorRef<T, R>,
        f: impl Fn(&T, &T) -> bool,
        _: Seal,
    ) -> bool;
}

/// Implements the trait for one form of the right operand: its type and bounds, the rank of the
/// result, how it is borrowed, and the functions that may use its buffer.
macro_rules! right_operand {
    ([$($generic:tt)*] $Rhs:ty where [$($bound:tt)*] -> $P:ident, |$rhs:ident| $borrowed:expr,
        $into_right:ident, $into_either:ident, $is_scalar:literal, $scalar:expr) => {
        impl<T, const R: usize, $($generic)*> BroadcastRhs<T, R> for $Rhs
        where
            $($bound)*
        {
            type Output = Rank<$P>;
            const IS_SCALAR: bool = $is_scalar;

            #[inline]
            #[track_caller]
            fn combine<U, const O: usize>(
                &self,
                name: &'static str,
                left: &TensorRef<T, R>,
                f: impl Fn(&T, &T) -> U + Sync,
                _: Seal,
            ) -> Tensor<U, O> {
                let $rhs = self;
                raise(binary(name, left, $borrowed, f))
            }

            #[inline]
            #[track_caller]
            fn consume<const O: usize>(
                self,
                name: &'static str,
                left: &TensorRef<T, R>,
                f: impl Fn(&T, &T) -> T + Sync,
                _: Seal,
            ) -> Tensor<T, O> {
                right_operand!(@ $into_right, name, left, self, $rhs, $borrowed, f)
            }

            #[inline]
            #[track_caller]
            fn consume_both<const O: usize>(
                self,
                name: &'static str,
                left: Tensor<T, R>,
                f: impl Fn(&T, &T) -> T + Sync,
                _: Seal,
            ) -> Tensor<T, O> {
                right_operand!(@ $into_either, name, left, self, $rhs, $borrowed, f)
            }

            #[cfg(any(feature = "std", feature = "libm"))]
            #[track_caller]
            fn combine_by<const O: usize>(
                &self,
                name: &'static str,
                left: &TensorRef<T, R>,
                function: &MathKernel,
                f: impl Fn(&T, &T) -> T + Sync,
                _: Seal,
            ) -> Tensor<T, O>
            where
                T: Clone,
            {
                let $rhs = self;
                raise(binary_by(name, left, $borrowed, function, f))
            }

            #[inline(always)]
            fn as_scalar(&self, _: Seal) -> Option<&T> {
                let scalar: fn(&Self) -> Option<&T> = $scalar;
                scalar(self)
            }

            #[track_caller]
            fn holds_for_all(
                &self,
                name: &'static str,
                left: &TensorRef<T, R>,
                f: impl Fn(&T, &T) -> bool,
                _: Seal,
            ) -> bool {
                let $rhs = self;
                raise(all_pairs::<T, R, _, $P>(name, left, $borrowed, f))
            }
        }
    };
    (@ binary_into_right, $name:ident, $left:ident, $self:ident, $rhs:ident, $borrowed:expr, $f:ident) => {
        raise(binary_into_right($name, $left, $self, $f))
    };
    (@ binary_into_either, $name:ident, $left:ident, $self:ident, $rhs:ident, $borrowed:expr, $f:ident) => {
        raise(binary_into_either($name, $left, $self, $f))
    };
    (@ $by:ident, $name:ident, $left:ident, $self:ident, $rhs:ident, $borrowed:expr, $f:ident) => {{
        let $rhs = &$self;
        raise($by($name, $left, $borrowed, $f))
    }};
}

/// Implements the trait for borrowed tensors, whose buffers no result can have.
macro_rules! borrowed_operands {
    ($($Rhs:ty)+) => { $(
        right_operand! {
            [const B: usize, const P: usize] $Rhs
            where [Rank<R>: BroadcastWith<Rank<B>, Output = Rank<P>>] -> P,
            |rhs| rhs, binary, binary_into_left, false, |_| None
        }
    )+ };
}

borrowed_operands! {
    &TensorRef<T, B>
    &Tensor<T, B>
    &TensorView<'_, T, B>
    &TensorViewMut<'_, T, B>
    TensorView<'_, T, B>
}

right_operand! {
    [const B: usize, const P: usize] Tensor<T, B>
    where [Rank<R>: BroadcastWith<Rank<B>, Output = Rank<P>>] -> P,
    |rhs| rhs, binary_into_right, binary_into_either, false, |_| None
}

// A scalar has rank 0 and broadcasts to any shape.
right_operand! {
    [] T where [] -> R,
    |rhs| &scalar(rhs), binary, binary_into_left, true, |rhs| Some(rhs)
}

/// As [`binary`], by a kernel if the type of the elements has one.
#[cfg(any(feature = "std", feature = "libm"))]
fn binary_by<T: Clone, const A: usize, const B: usize, const O: usize>(
    name: &'static str,
    left: &TensorRef<T, A>,
    right: &TensorRef<T, B>,
    function: &MathKernel,
    f: impl Fn(&T, &T) -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError> {
    let shape = common_shape(name, left.layout().shape_ref(), right.layout().shape_ref())?;
    let layout = result_layout::<T, O>(name, shape)?;
    match map(spread(name, left, shape)?, Some(spread(name, right, shape)?), function) {
        Some(elements) => Ok(Tensor::owned(elements, layout)),
        None => binary(name, left, right, f),
    }
}
