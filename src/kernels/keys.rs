//! Built-in numbers as keys: unsigned integers of the same width, in the order of the numbers.

use super::fold::of_known_width;
use super::specialize::identity;
use core::any::TypeId;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use num_traits::{AsPrimitive, PrimInt, Unsigned};

/// An unsigned integer.
pub(crate) trait Key:
    PrimInt + Unsigned + AsPrimitive<usize> + AsPrimitive<u64> + Default + Send + Sync
{
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    /// Sorts the bits of numbers by vectors, if the machine has those; tells whether it did.
    fn sort_by_vectors(_bits: &mut [Self], _keys: Keys<Self>) -> bool {
        false
    }
}

macro_rules! wide_key {
    ($K:ident) => {
        impl Key for $K {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            fn sort_by_vectors(bits: &mut [Self], keys: Keys<Self>) -> bool {
                super::sort::sort_keys(bits, keys)
            }
        }
    };
}

impl Key for u8 {}
impl Key for u16 {}
wide_key!(u32);
wide_key!(u64);

/// What the bits of a number mean.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Unsigned,
    Signed,
    /// A float of IEEE 754; the bits of infinity.
    Float(u64),
}

impl Kind {
    fn of<T>() -> Option<Kind> {
        let id = of_known_width(identity::<T>());
        macro_rules! known {
            ($kind:expr => $($number:ty)+) => {
                if [$(TypeId::of::<$number>()),+].contains(&id) {
                    return Some($kind);
                }
            };
        }
        known!(Kind::Float(f32::INFINITY.to_bits().into()) => f32);
        known!(Kind::Float(f64::INFINITY.to_bits()) => f64);
        #[cfg(feature = "half")]
        known!(Kind::Float(half::f16::INFINITY.to_bits().into()) => half::f16);
        #[cfg(feature = "half")]
        known!(Kind::Float(half::bf16::INFINITY.to_bits().into()) => half::bf16);
        known!(Kind::Signed => i8 i16 i32 i64);
        known!(Kind::Unsigned => u8 u16 u32 u64 bool);
        None
    }
}

/// One of four things, by the width of numbers.
pub(crate) enum ByWidth<A, B, C, D> {
    U8(A),
    U16(B),
    U32(C),
    U64(D),
}

/// The bits of numbers.
pub(crate) type KeyWords<'a> = ByWidth<&'a mut [u8], &'a mut [u16], &'a mut [u32], &'a mut [u64]>;
/// Those of numbers that are only read.
pub(crate) type ReadWords<'a> = ByWidth<&'a [u8], &'a [u16], &'a [u32], &'a [u64]>;

/// Runs the same code for each width.
macro_rules! each_width {
    ($words:expr, |$bits:ident| $work:expr) => {
        match $words {
            $crate::kernels::keys::ByWidth::U8($bits) => $work,
            $crate::kernels::keys::ByWidth::U16($bits) => $work,
            $crate::kernels::keys::ByWidth::U32($bits) => $work,
            $crate::kernels::keys::ByWidth::U64($bits) => $work,
        }
    };
}
pub(crate) use each_width;

/// The elements at a pointer as bits, if they are built-in numbers.
macro_rules! words_of {
    ($T:ident, $at:expr, $len:expr, $slice:ident) => {{
        let (kind, at, len) = (Kind::of::<$T>()?, $at, $len);
        // SAFETY: the elements are plain numbers of the same size and alignment (that of numbers of 8 bytes differs
        // on some machines), borrowed for as long, and remain numbers of their type (invariant 11).
        let words = unsafe {
            match size_of::<$T>() {
                1 => ByWidth::U8($slice(at.cast(), len)),
                2 => ByWidth::U16($slice(at.cast(), len)),
                4 => ByWidth::U32($slice(at.cast(), len)),
                8 if align_of::<$T>() == align_of::<u64>() => ByWidth::U64($slice(at.cast(), len)),
                _ => return None,
            }
        };
        Some((words, kind))
    }};
}

/// The bits of the elements, if they are built-in numbers. Whoever writes them writes bits that were there, or
/// those of a NaN without its sign: these are numbers of the type (invariant 11).
#[inline]
pub(crate) fn words<T>(elements: &mut [T]) -> Option<(KeyWords<'_>, Kind)> {
    words_of!(T, elements.as_mut_ptr(), elements.len(), from_raw_parts_mut)
}

/// The bits of elements that are only read, if they are built-in numbers.
#[inline]
pub(crate) fn read_words<T>(elements: &[T]) -> Option<(ReadWords<'_>, Kind)> {
    words_of!(T, elements.as_ptr(), elements.len(), from_raw_parts)
}

/// Makes keys of the bits of numbers, and bits of keys.
#[derive(Clone, Copy)]
pub(crate) struct Keys<K> {
    /// The bits of infinity, if the numbers are floats.
    pub(super) infinity: Option<K>,
    /// What is inverted in the bits of an integer.
    pub(super) integer: K,
    /// What is inverted in an ascending key of a float that is not NaN.
    pub(super) direction: K,
    /// Whether what is equal in order has one key: both zeros, and NaN of any payload. Such keys cannot be decoded.
    alike: bool,
}

impl<K: Key> Keys<K> {
    pub(crate) fn new(kind: Kind, descending: bool, alike: bool) -> Self {
        let direction = if descending { K::max_value() } else { K::zero() };
        let (infinity, sign) = match kind {
            Kind::Unsigned => (None, K::zero()),
            Kind::Signed => (None, Self::sign()),
            Kind::Float(bits) => (Some(K::from(bits).expect("as wide")), K::zero()),
        };
        Keys { infinity, integer: sign ^ direction, direction, alike }
    }

    #[inline(always)]
    pub(super) fn sign() -> K {
        !(K::max_value() >> 1)
    }

    /// The key of the bits of a number. A NaN loses its sign.
    #[inline(always)]
    pub(crate) fn encode(self, bits: K) -> K {
        let Some(infinity) = self.infinity else { return bits ^ self.integer };
        let sign = Self::sign();
        let bits = if self.alike && bits == sign { K::zero() } else { bits };
        let ascending = if bits & sign == K::zero() { bits | sign } else { !bits };
        let nan = if self.alike { K::max_value() } else { bits | sign };
        if bits & !sign > infinity { nan } else { ascending ^ self.direction }
    }

    /// The bits that have the key.
    #[inline(always)]
    pub(crate) fn decode(self, key: K) -> K {
        let Some(infinity) = self.infinity else { return key ^ self.integer };
        let sign = Self::sign();
        let ascending = if key > infinity | sign { key } else { key ^ self.direction };
        if ascending & sign == K::zero() { !ascending } else { ascending ^ sign }
    }
}
