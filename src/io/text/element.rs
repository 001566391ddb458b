//! [`TextElement`]: numbers as words.

use crate::tensor::HasDType;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;
use num_complex::Complex;

mod seal {
    pub trait Sealed: Sized {
        /// The number that a word says.
        fn parse(word: &str) -> Option<Self>;
        /// Appends the word.
        fn push(&self, precision: Option<usize>, out: &mut super::String);
    }
}

/// A number that text holds: `bool` as 0 and 1, integers, floats, complex numbers as `(1.5-2j)`; with the feature `half`
/// `f16` and `bf16`.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that text holds",
    label = "expected `bool`, an integer of 8 to 64 bits, a float or a complex number"
)]
pub trait TextElement: HasDType + seal::Sealed {}

impl<T: HasDType + seal::Sealed> TextElement for T {}

pub(super) use seal::Sealed as Word;

macro_rules! integers {
    ($($T:ty)+) => { $(
        impl seal::Sealed for $T {
            fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            fn push(&self, _: Option<usize>, out: &mut String) {
                let _ = write!(out, "{self}"); // a `String` takes everything
            }
        }
    )+ };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl seal::Sealed for bool {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "0" | "false" | "False" => Some(false),
            "1" | "true" | "True" => Some(true),
            _ => None,
        }
    }

    fn push(&self, _: Option<usize>, out: &mut String) {
        out.push(if *self { '1' } else { '0' });
    }
}

/// Appends a float as C and Python write it, given as Rust does.
fn push_float(digits: &str, out: &mut String) {
    match digits {
        "NaN" => out.push_str("nan"),
        digits => match digits.split_once('e') {
            None => out.push_str(digits),
            // With the sign and two digits at least.
            Some((digits, exponent)) => {
                let (sign, exponent) = match exponent.strip_prefix('-') {
                    Some(exponent) => ('-', exponent),
                    None => ('+', exponent),
                };
                out.push_str(digits);
                let _ = write!(out, "e{sign}{exponent:0>2}");
            }
        },
    }
}

macro_rules! floats {
    ($($T:ty)+) => { $(
        impl seal::Sealed for $T {
            fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            fn push(&self, precision: Option<usize>, out: &mut String) {
                let x = f64::from(*self);
                match precision {
                    None => push_float(&format!("{self:?}"), out),
                    Some(p) => push_float(&format!("{x:.p$e}"), out),
                }
            }
        }

        impl seal::Sealed for Complex<$T> {
            fn parse(word: &str) -> Option<Self> {
                let inside = word.strip_prefix('(').map(|word| word.strip_suffix(')'));
                let word = inside.unwrap_or(Some(word))?;
                let Some(im) = word.strip_suffix(['j', 'i']) else {
                    return Some(Complex::new(word.parse().ok()?, <$T>::default()));
                };
                // The last sign that is not that of an exponent.
                let split = im.bytes().enumerate().rev().find(|&(at, sign)| {
                    matches!(sign, b'+' | b'-') && at > 0 && !matches!(im.as_bytes()[at - 1], b'e' | b'E')
                });
                let (re, im) = im.split_at(split.map_or(0, |(at, _)| at));
                // numpy writes `1+-2j` too.
                let re = re.strip_suffix('+').unwrap_or(re);
                let re = if re.is_empty() { <$T>::default() } else { re.parse().ok()? };
                Some(Complex::new(re, im.parse().ok()?))
            }

            fn push(&self, precision: Option<usize>, out: &mut String) {
                out.push('(');
                self.re.push(precision, out);
                let at = out.len();
                self.im.push(precision, out);
                if !out[at..].starts_with('-') {
                    out.insert(at, '+');
                }
                out.push_str("j)");
            }
        }
    )+ };
}

floats!(f32 f64);

#[cfg(feature = "half")]
macro_rules! halves {
    ($($T:ty)+) => { $(
        impl seal::Sealed for $T {
            fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            fn push(&self, precision: Option<usize>, out: &mut String) {
                self.to_f32().push(precision, out);
            }
        }
    )+ };
}

#[cfg(feature = "half")]
halves!(half::f16 half::bf16);
