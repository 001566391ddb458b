//! The functions of one number, for closures that a loop calls.
//!
//! A closure of the user is inlined into a loop that is compiled for each instruction set, if it is short.
//! So what stands in it is the choice of a function, which is a constant in that loop (`is_fused`), and one
//! call. The formula compiled for AVX2 is inlined where the caller has these instructions, and only there;
//! the other function never.

use crate::formulas::neighbour::Neighbour;
use crate::formulas::of_two::Hypot;
use crate::formulas::power::{Power, log_of, special};
use crate::formulas::{Function, FunctionOfTwo, functions_of_one};
use crate::kernels::dispatch::is_fused;
use crate::rank::seal::Seal;

/// Calculates a formula, which may ask for `FMA`, as compiled for the machine at hand.
macro_rules! choose {
    (($($x:ident: $X:ty),+) -> $Y:ty, $formula:expr) => {{
        #[inline(always)]
        fn formula<const FMA: bool>($($x: $X),+) -> $Y {
            $formula
        }
        #[cfg(all(
            feature = "std",
            any(target_arch = "x86", target_arch = "x86_64"),
            not(target_feature = "fma")
        ))]
        {
            #[target_feature(enable = "avx2,fma")]
            #[inline]
            fn fused($($x: $X),+) -> $Y {
                formula::<true>($($x),+)
            }

            #[inline(never)]
            fn other($($x: $X),+) -> $Y {
                use pulp::Arch::{V3, V4};
                if matches!(crate::kernels::dispatch::arch(), V3(_) | V4(_)) {
                    // SAFETY: the instruction set in use has both, the precondition of `fused`.
                    unsafe { fused($($x),+) }
                } else {
                    formula::<false>($($x),+)
                }
            }

            let chosen: unsafe fn($($X),+) -> $Y = if is_fused() { fused } else { other };
            // SAFETY: the same.
            unsafe { chosen($($x),+) }
        }
        // The answer is known to the compiler.
        #[cfg(not(all(
            feature = "std",
            any(target_arch = "x86", target_arch = "x86_64"),
            not(target_feature = "fma")
        )))]
        if is_fused() { formula::<true>($($x),+) } else { formula::<false>($($x),+) }
    }};
}

macro_rules! scalars {
    ($($kernel:ident $name:ident: $function:path;)+) => {
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
            fn hypot(self, other: Self, _: Seal) -> Self;
            #[doc(hidden)]
            fn pow(self, exponent: Self, _: Seal) -> Self;
            #[doc(hidden)]
            fn next_after(self, towards: Self, _: Seal) -> Self;
        }

        scalars!(@ f32: $($name: $function;)+);
        scalars!(@ f64: $($name: $function;)+);

        #[cfg(feature = "half")]
        scalars!(@half half::f16: $($name)+);
        #[cfg(feature = "half")]
        scalars!(@half half::bf16: $($name)+);
    };
    (@ $float:ident: $($name:ident: $function:path;)+) => {
        impl MathFloat for $float {
            $(
                #[inline(always)]
                fn $name(self, _: Seal) -> Self {
                    let x = self;
                    choose!((x: $float) -> $float, <$function as Function<$float>>::at::<FMA>(x))
                }
            )+

            #[inline(always)]
            fn hypot(self, other: Self, _: Seal) -> Self {
                let (x, y) = (self, other);
                choose!((x: $float, y: $float) -> $float, <Hypot as FunctionOfTwo<$float>>::at::<FMA>(x, y))
            }

            #[inline(always)]
            fn pow(self, exponent: Self, _: Seal) -> Self {
                let (x, y) = (self, exponent);
                // In parts, because a long function is not inlined, and neither is one that returns two
                // numbers. What is calculated twice in a loop is merged.
                let log = choose!((x: $float) -> $float, log_of::<FMA, $float>(x).0);
                let rest = choose!((x: $float) -> $float, log_of::<FMA, $float>(x).1);
                let power = choose!(
                    (log: $float, rest: $float, y: $float) -> $float,
                    <$float as Power>::raise::<FMA>((log, rest), y)
                );
                choose!((x: $float, y: $float, power: $float) -> $float, special(x, y, power))
            }

            #[inline(always)]
            fn next_after(self, towards: Self, _: Seal) -> Self {
                Neighbour::next_after(self, towards)
            }
        }
    };
    (@half $half:ty: $($name:ident)+) => {
        impl MathFloat for $half {
            $(
                #[inline(always)]
                fn $name(self, _: Seal) -> Self {
                    Self::from_f32(MathFloat::$name(self.to_f32(), Seal))
                }
            )+

            #[inline(always)]
            fn hypot(self, other: Self, _: Seal) -> Self {
                Self::from_f32(MathFloat::hypot(self.to_f32(), other.to_f32(), Seal))
            }

            #[inline(always)]
            fn pow(self, exponent: Self, _: Seal) -> Self {
                Self::from_f32(MathFloat::pow(self.to_f32(), exponent.to_f32(), Seal))
            }

            #[inline(always)]
            fn next_after(self, towards: Self, _: Seal) -> Self {
                Neighbour::next_after(self, towards)
            }
        }
    };
}

functions_of_one!(scalars);
