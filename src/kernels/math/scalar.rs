//! The functions of one number, for closures that a loop calls.
//!
//! A closure of the user is inlined into a loop that is compiled for each instruction set, if it is short.
//! So what stands in it is a test (`is_fused`), a constant in that loop, and two calls. The first one is of
//! the formula compiled for AVX2, which is inlined where the caller has these instructions, and only there.
//! The other one is of the kernel.

use super::{Function, power};
use crate::kernels::dispatch::is_fused;
use crate::rank::seal::Seal;
use core::mem::MaybeUninit;

/// Compiles `$formula`, with the constant `FMA`, for the machine at hand, or else calls `$kernel`.
macro_rules! choose {
    (($($x:ident),+): $float:ident, $formula:expr, $kernel:expr) => {{
        #[cfg(all(
            feature = "std",
            any(target_arch = "x86", target_arch = "x86_64"),
            not(target_feature = "fma")
        ))]
        {
            #[target_feature(enable = "avx2,fma")]
            #[inline]
            fn fused($($x: $float),+) -> $float {
                const FMA: bool = true;
                $formula
            }

            #[inline(never)]
            fn other($($x: $float),+) -> $float {
                $kernel
            }

            // SAFETY: the set of instructions in use has both.
            if is_fused() { unsafe { fused($($x),+) } } else { other($($x),+) }
        }
        // The answer is known to the compiler.
        #[cfg(not(all(
            feature = "std",
            any(target_arch = "x86", target_arch = "x86_64"),
            not(target_feature = "fma")
        )))]
        if is_fused() {
            const FMA: bool = true;
            $formula
        } else {
            const FMA: bool = false;
            $formula
        }
    }};
}

/// The result of a kernel of one element.
#[allow(dead_code)] // Where the target says which instructions there are.
fn one<T: Copy>(zero: T, kernel: impl FnOnce(&mut [MaybeUninit<T>])) -> T {
    let mut place = [MaybeUninit::new(zero)];
    kernel(&mut place);
    // SAFETY: initialised from the beginning.
    unsafe { place[0].assume_init() }
}

macro_rules! scalars {
    ($($name:ident: $function:path, $kernel:ident;)+) => {
        /// The types of the functions in [`math`](crate::math): `f32` and `f64`, and with the feature `half`
        /// `f16` and `bf16`, which are computed in `f32`.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a float of `holor::math`: these are f32, f64, f16 and bf16"
        )]
        pub trait MathFloat: Copy {
            $(
                #[doc(hidden)]
                fn $name(self, _: Seal) -> Self;
            )+
            #[doc(hidden)]
            fn pow(self, exponent: Self, _: Seal) -> Self;
        }

        scalars!(@ f32: $($name: $function, $kernel;)+);
        scalars!(@ f64: $($name: $function, $kernel;)+);

        #[cfg(feature = "half")]
        const _: () = {
            use half::{bf16, f16};
            scalars!(@half f16: $($name)+);
            scalars!(@half bf16: $($name)+);
        };
    };
    (@ $float:ident: $($name:ident: $function:path, $kernel:ident;)+) => {
        impl MathFloat for $float {
            $(
                #[inline(always)]
                fn $name(self, _: Seal) -> Self {
                    let x = self;
                    choose!(
                        (x): $float,
                        <$function as Function<$float>>::anywhere::<FMA>(x),
                        one(x, |place| (super::$kernel.$float)(&[x], place))
                    )
                }
            )+

            #[inline(always)]
            fn pow(self, exponent: Self, _: Seal) -> Self {
                let (x, y) = (self, exponent);
                choose!(
                    (x, y): $float,
                    power::pow::<FMA, $float>(x, y),
                    one(x, |place| (super::POW.$float)(&[x], &[y], place))
                )
            }
        }
    };
    (@half $half:ident: $($name:ident)+) => {
        impl MathFloat for $half {
            $(
                #[inline(always)]
                fn $name(self, _: Seal) -> Self {
                    Self::from_f32(self.to_f32().$name(Seal))
                }
            )+

            #[inline(always)]
            fn pow(self, exponent: Self, _: Seal) -> Self {
                Self::from_f32(self.to_f32().pow(exponent.to_f32(), Seal))
            }
        }
    };
}

scalars! {
    exp: super::exponential::Exp, EXP;
    exp2: super::exponential::Exp2, EXP2;
    ln: super::logarithm::Ln, LN;
    tanh: super::exponential::Tanh, TANH;
    sigmoid: super::exponential::Sigmoid, SIGMOID;
    erf: super::error_function::Erf, ERF;
    gelu: super::error_function::Gelu, GELU;
    sin: super::trigonometric::Sin, SIN;
    cos: super::trigonometric::Cos, COS;
    asinh: super::inverse_hyperbolic::Asinh, ASINH;
    acosh: super::inverse_hyperbolic::Acosh, ACOSH;
    atanh: super::inverse_hyperbolic::Atanh, ATANH;
}
