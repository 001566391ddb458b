//! Elements as bytes, and bytes as elements: what files hold.

#[cfg(any(test, feature = "npy", feature = "safetensors"))]
use core::slice;

/// A type whose elements are numbers without padding, so that a file holds them as their bytes.
///
/// # Safety
/// The type has no padding, and bytes for which [`is_valid`](Bits::is_valid) is true are elements of it.
pub unsafe trait Bits: Copy + Send + Sync + 'static {
    /// Whether bytes, of a whole number of elements, are elements.
    #[inline]
    fn is_valid(_bytes: &[u8]) -> bool {
        true
    }

    /// The element with the bytes of each of its numbers in reverse order.
    fn swap_bytes(self) -> Self;
}

macro_rules! bits {
    ($($(#[$cfg:meta])? $T:ty: |$x:ident| $swapped:expr;)+) => { $(
        $(#[$cfg])?
        // SAFETY: the precondition of `Bits`: numbers have no padding, and all bits are numbers.
        unsafe impl Bits for $T {
            #[inline]
            fn swap_bytes(self) -> Self {
                let $x = self;
                $swapped
            }
        }
    )+ };
}

bits! {
    i8: |x| x;
    u8: |x| x;
    i16: |x| x.swap_bytes();
    i32: |x| x.swap_bytes();
    i64: |x| x.swap_bytes();
    u16: |x| x.swap_bytes();
    u32: |x| x.swap_bytes();
    u64: |x| x.swap_bytes();
    f32: |x| f32::from_bits(x.to_bits().swap_bytes());
    f64: |x| f64::from_bits(x.to_bits().swap_bytes());
    num_complex::Complex<f32>: |x| num_complex::Complex::new(x.re.swap_bytes(), x.im.swap_bytes());
    num_complex::Complex<f64>: |x| num_complex::Complex::new(x.re.swap_bytes(), x.im.swap_bytes());
    #[cfg(feature = "half")] half::f16: |x| half::f16::from_bits(x.to_bits().swap_bytes());
    #[cfg(feature = "half")] half::bf16: |x| half::bf16::from_bits(x.to_bits().swap_bytes());
}

// SAFETY: the precondition of `Bits`: `bool` is one byte, which is 0 or 1.
unsafe impl Bits for bool {
    #[inline]
    fn is_valid(bytes: &[u8]) -> bool {
        bytes.iter().all(|&byte| byte <= 1)
    }

    #[inline]
    fn swap_bytes(self) -> Self {
        self
    }
}

/// The bytes of elements, as they lie in memory.
#[cfg(any(test, feature = "npy", feature = "safetensors"))]
pub(crate) fn bytes_of<T: Bits>(elements: &[T]) -> &[u8] {
    let (start, len) = (elements.as_ptr().cast(), size_of_val(elements));
    // SAFETY: invariant 9: all bytes of the elements are initialised, and they are borrowed as long as the result.
    unsafe { slice::from_raw_parts(start, len) }
}

/// The elements that lie in bytes, if their address is aligned, and they are a whole number of elements.
#[cfg(any(test, feature = "npy", feature = "safetensors"))]
pub(crate) fn elements_in<T: Bits>(bytes: &[u8]) -> Option<&[T]> {
    let start = bytes.as_ptr().cast::<T>();
    let is_whole = bytes.len().is_multiple_of(size_of::<T>());
    if !start.is_aligned() || !is_whole || !T::is_valid(bytes) {
        return None;
    }
    // SAFETY: invariant 9: aligned, whole and valid, which was looked at; borrowed as long as the result.
    Some(unsafe { slice::from_raw_parts(start, bytes.len() / size_of::<T>()) })
}

/// Appends the elements whose bytes are given, at any address; false if they are not elements.
#[cfg(any(test, feature = "npy", feature = "safetensors"))]
pub(crate) fn extend_from_bytes<T: Bits>(elements: &mut alloc::vec::Vec<T>, bytes: &[u8]) -> bool {
    let (len, count) = (elements.len(), bytes.len() / size_of::<T>());
    if !bytes.len().is_multiple_of(size_of::<T>()) || !T::is_valid(bytes) {
        return false;
    }
    elements.reserve(count);
    let free = elements.spare_capacity_mut().as_mut_ptr().cast::<u8>();
    // SAFETY: the precondition of `copy_nonoverlapping`: room for `count` elements was reserved, and nothing else
    // points there.
    unsafe { free.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: invariant 9: the bytes are whole and valid, so that `count` more elements are initialised.
    unsafe { elements.set_len(len + count) };
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn bytes_are_elements_only_if_aligned_whole_and_valid() {
        let numbers = [1_u32, 2, 0xff00_0000];
        let bytes = bytes_of(&numbers);
        assert_eq!(elements_in::<u32>(bytes), Some(&numbers[..]));
        assert_eq!(elements_in::<u32>(&bytes[1..9]), None);
        assert_eq!(elements_in::<u32>(&bytes[..7]), None);
        assert_eq!(elements_in::<bool>(&bytes[..8]), None);
        assert_eq!(elements_in::<bool>(&[0, 1]), Some(&[false, true][..]));
        assert_eq!(elements_in::<bool>(&[0, 2]), None);
    }

    #[test]
    fn elements_are_copied_from_any_address() {
        let (numbers, mut found) = ([1.5_f64, -0.0, f64::MAX], Vec::from([7.0]));
        let shifted: Vec<u8> = [0].iter().chain(bytes_of(&numbers)).copied().collect();
        assert!(extend_from_bytes(&mut found, &shifted[1..]));
        assert_eq!(found, [7.0, 1.5, -0.0, f64::MAX]);
        assert!(!extend_from_bytes(&mut found, &shifted[..9]));
        assert!(!extend_from_bytes(&mut Vec::<bool>::new(), &[1, 255]));
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn bytes_are_swapped_number_by_number() {
        let z = num_complex::Complex::new(1.0_f32, 2.0).swap_bytes();
        assert_eq!(bytes_of(&[z]), [0x3f, 0x80, 0, 0, 0x40, 0, 0, 0]);
        assert_eq!(1_i16.swap_bytes(), 256);
    }
}
