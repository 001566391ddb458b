//! The neighbour of a float: the next one in a direction.

/// A float whose bits are those of an integer.
pub(crate) trait Neighbour {
    /// The neighbour in the direction of another float, or that float if it is equal; NaN if either is.
    fn next_after(self, towards: Self) -> Self;
}

macro_rules! neighbour {
    ($($(#[$attribute:meta])* $Float:ty),+) => { $(
        $(#[$attribute])*
        impl Neighbour for $Float {
            #[inline(always)]
            fn next_after(self, towards: Self) -> Self {
                if self.is_nan() || self == towards {
                    return if self.is_nan() { self } else { towards };
                }
                if towards.is_nan() {
                    return towards;
                }
                let is_up = self < towards;
                let bits = self.to_bits();
                if bits << 1 == 0 {
                    // The least number, of the sign of the direction.
                    let least = Self::from_bits(1);
                    return if is_up { least } else { -least };
                }
                // The bits of neighbours are one apart.
                Self::from_bits(if is_up == self.is_sign_negative() { bits - 1 } else { bits + 1 })
            }
        }
    )+ };
}

neighbour!(
    f32,
    f64,
    #[cfg(feature = "half")]
    half::f16,
    #[cfg(feature = "half")]
    half::bf16
);
