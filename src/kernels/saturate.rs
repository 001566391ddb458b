//! Floats as integers of 32 bits or less, as by `as`, in loops of vectors.
//!
//! On x86 the compiler splits an `as` of a vector into scalars, which takes four to six times as long. AVX2 has no
//! conversion to integers of 64 bits, so casts to these are plain `as`.

/// A float that becomes an integer.
pub(crate) trait Saturate<I> {
    /// The float, rounded towards zero, or the limit of the type that it is beyond; 0 of NaN.
    fn saturate(self) -> I;
}

macro_rules! saturating {
    ($($F:ident => $($I:ident by $Wide:ident),+;)+) => { $($(
        impl Saturate<$I> for $F {
            #[inline(always)]
            fn saturate(self) -> $I {
                if cfg!(not(any(target_arch = "x86", target_arch = "x86_64"))) {
                    return self as $I;
                }
                /// The largest float that the integers hold, rounded or not.
                const LARGEST: $F = match $I::MAX as $F {
                    beyond if beyond as i64 > $I::MAX as i64 => beyond.next_down(),
                    most => most,
                };
                let number = if self.is_nan() { 0.0 } else { self };
                let inside = number.max($I::MIN as $F).min(LARGEST);
                // SAFETY: the precondition of `to_int_unchecked`: a number between the limits of the type.
                let whole = unsafe { inside.to_int_unchecked::<$Wide>() } as $I;
                if (LARGEST as $I) < $I::MAX && self > LARGEST { $I::MAX } else { whole }
            }
        }
    )+)+ };
}

// Registers have conversions to integers of 32 bits, of which the lower ones are taken.
saturating! {
    f32 => i8 by i32, u8 by i32, i16 by i32, u16 by i32, i32 by i32, u32 by u32;
    f64 => i8 by i32, u8 by i32, i16 by i32, u16 by i32, i32 by i32, u32 by u32;
}
