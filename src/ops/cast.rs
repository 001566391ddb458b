//! Conversions of elements to other types of numbers: `cast` as by `as`, `cast_exact` without loss.

use super::elementwise::{result_layout, unary};
use crate::error::{ErrorKind, ShapeError};
use crate::kernels::saturate::Saturate;
use crate::kernels::{Sees::Copies, Visit};
use crate::tensor::{Tensor, TensorRef};
use alloc::format;
use core::fmt::Debug;
use num_traits::{NumCast, Zero};

/// An element type that [`cast`](TensorRef::cast) converts to `U`.
///
/// Implemented for each pair of primitive numbers, of `bool` to all numbers, of `u8` to `char` and back,
/// and (feature `half`) of `f16` and `bf16`, but for integers of 128 bits. (A blanket implementation for all types with num-traits'
/// `AsPrimitive` would leave out `bool` as a float.) Implement it for your own number types:
///
/// ```
/// use holor::operand::CastTo;
/// use holor::prelude::*;
///
/// #[derive(Clone, Copy)]
/// struct Percent(f64);
///
/// impl CastTo<f64> for Percent {
///     fn cast_to(self) -> f64 {
///         self.0 / 100.0
///     }
/// }
///
/// assert_eq!(tensor![Percent(50.0), Percent(25.0)].cast::<f64>(), tensor![0.5, 0.25]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` elements cannot be cast to `{U}`",
    label = "`{Self}` does not convert to `{U}` by `as`",
    note = "other conversions are `.map(..)`; a number type of your own implements `CastTo`"
)]
pub trait CastTo<U>: Copy {
    /// Returns the converted number.
    fn cast_to(self) -> U;
}

macro_rules! casts {
    ($($T:ty => $($U:ty)+, $convert:expr;)+) => { $( $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$U> for $T {
            #[inline(always)]
            fn cast_to(self) -> $U {
                let convert: fn($T) -> $U = $convert;
                convert(self)
            }
        }
    )+ )+ };
    (numbers $($T:ty)+) => { $(
        casts! { $T => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64, |x| x as _; }
    )+ };
}

casts! { numbers u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
casts! {
    f32 => u64 u128 usize i64 i128 isize f32 f64, |x| x as _;
    f64 => u64 u128 usize i64 i128 isize f32 f64, |x| x as _;
    f32 => u8 u16 u32 i8 i16 i32, Saturate::saturate;
    f64 => u8 u16 u32 i8 i16 i32, Saturate::saturate;
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool, |x| x as _;
    bool => f32 f64, |x| (x as u8).into();
    char => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char, |x| x as _;
    u8 => char, |x| x as _;
}

#[cfg(feature = "half")]
mod half_precision {
    use super::CastTo;
    use half::{bf16, f16};
    use num_traits::AsPrimitive;

    macro_rules! halves {
        ($($H:ident)+) => { $(
            casts! {
                $H => u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 f16 bf16, |x| x.as_();
                bool => $H, |x| $H::from_f32((x as u8).into());
            }
            halves! { @ $H: u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }
        )+ };
        (@ $H:ident: $($T:ty)+) => { casts! { $($T => $H, |x| x.as_();)+ } };
    }

    halves! { f16 bf16 }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Converts the elements to another primitive type, as Rust's `as` does.
    ///
    /// A float becomes an integer by rounding towards zero, and saturates at the limits of the
    /// type; NaN becomes 0. An integer that does not fit another integer type wraps. `true` becomes 1,
    /// of floats too.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.9, -1.9, 300.0].cast::<u8>(), tensor![1, 0, 255]);
    /// assert_eq!(tensor![300].cast::<u8>(), tensor![44]);
    /// assert_eq!(tensor![true, false].cast::<f32>(), tensor![1.0, 0.0]);
    /// ```
    ///
    /// Numbers are no booleans; a comparison makes a mask of them:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].cast::<bool>(); // write `.not_equal(0.0)`
    /// ```
    ///
    /// [`cast_exact`](TensorRef::cast_exact) refuses what does not fit.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address, as in [`map`](TensorRef::map):
    /// `cast: [2305843009213693952]: more elements than memory can address`.
    ///
    /// numpy: `astype`; torch: `to(dtype)`.
    #[doc(alias = "astype")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[inline]
    #[track_caller]
    pub fn cast<U: Copy + 'static>(&self) -> Tensor<U, R>
    where
        T: CastTo<U>,
    {
        unary("cast", self, cast_of)
    }

    /// Converts the elements to another type of numbers, if it holds each of them exactly.
    ///
    /// A float with a fraction is no integer, and an integer with more digits than a float has does not
    /// become one. -0.0 is the integer 0. NaN is NaN of another float type.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, -2.0].cast_exact::<i8>(), Ok(tensor![1, -2]));
    /// assert_eq!(
    ///     tensor![[1, 2], [3, 300]].cast_exact::<u8>().unwrap_err().to_string(),
    ///     "cast_exact: [2, 2]: element [1, 1] is 300, which u8 does not hold"
    /// );
    /// assert!(tensor![0.5].cast_exact::<i64>().is_err());
    /// assert!(tensor![16_777_217].cast_exact::<f32>().is_err());
    /// ```
    ///
    /// # Errors
    /// If an element does not fit, with the index and the value of the first one.
    ///
    /// numpy: `astype(casting="safe")` looks at the types only; torch has none.
    pub fn cast_exact<U>(&self) -> Result<Tensor<U, R>, ShapeError>
    where
        T: NumCast + PartialEq + Copy + Debug,
        U: NumCast + PartialEq + Zero + Copy,
    {
        let layout = result_layout::<U, R>("cast_exact", self.shape())?;
        let mut all_fit = true;
        let elements = (self.source(),).gather(Copies, &layout, |(x,)| {
            exact(x).unwrap_or_else(|| {
                all_fit = false;
                U::zero()
            })
        });
        if all_fit {
            return Ok(Tensor::owned(elements, layout));
        }
        let misfit = self.indexed_iter().find(|(_, x)| exact::<T, U>(x).is_none());
        let (index, value) = misfit.expect("an element did not fit");
        let kind = ErrorKind::DoesNotFit {
            index: index.to_vec(),
            value: format!("{value:?}"),
            target: core::any::type_name::<U>(),
        };
        Err(ShapeError::new("cast_exact", &[&self.shape()], kind))
    }
}

/// The same number in another type.
/// Of the element types alone: the loop is compiled once for all ranks.
#[inline(always)]
fn cast_of<T: CastTo<U>, U: Copy + 'static>(x: &T) -> U {
    x.cast_to()
}

#[inline(always)]
fn exact<T: NumCast + PartialEq + Copy, U: NumCast + PartialEq + Copy>(x: &T) -> Option<U> {
    let converted: U = NumCast::from(*x)?;
    // NaN differs from itself.
    #[allow(clippy::eq_op)]
    let is_same = match T::from(converted) {
        Some(back) if *x == *x => back == *x,
        _ => *x != *x && converted != converted,
    };
    is_same.then_some(converted)
}
