//! Blocks to floats.

/// The number of elements of a block of `Q4_0`, `Q4_1` and `Q8_0`.
pub const BLOCK: usize = 32;
/// The bytes of a block of `Q4_1`: a factor, a smallest value, and 16 bytes with two numbers each.
pub const Q4_1_BYTES: usize = 20;
/// The bytes of a block of `Q8_0`: a factor and 32 numbers.
pub const Q8_0_BYTES: usize = 34;

/// Makes a vector of floats from blocks of `BYTES` bytes and `LEN` elements.
pub(super) fn each<const BYTES: usize, const LEN: usize>(
    bytes: &[u8],
    block: impl Fn(&[u8; BYTES]) -> [f32; LEN],
) -> Vec<f32> {
    let (blocks, rest) = bytes.as_chunks::<BYTES>();
    assert!(rest.is_empty(), "the header was checked");
    let mut floats = Vec::with_capacity(blocks.len() * LEN);
    for bytes in blocks {
        floats.extend_from_slice(&block(bytes));
    }
    floats
}

/// Returns the number that 16 bits stand for, as [IEEE 754](https://doi.org/10.1109/IEEESTD.2019.8766229) says; it
/// has no branch, so that a loop of it becomes vector instructions.
#[inline(always)]
pub fn f16_to_f32(bits: u16) -> f32 {
    // 2^112: the difference of the exponents' biases, so that subnormal numbers come out right as well.
    const SCALE: f32 = f32::from_bits((127 + 112) << 23);
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let scaled = (f32::from_bits(magnitude) * SCALE).to_bits();
    // Infinity and NaN keep all ones in the exponent.
    let is_special = magnitude >= 0x7c00 << 13;
    let positive = if is_special { magnitude | 0x7f80_0000 } else { scaled };
    f32::from_bits(positive | u32::from(bits & 0x8000) << 16)
}

pub(super) fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// A little-endian float of 16 bits at a place of a block.
#[inline(always)]
fn f16_at(bytes: &[u8], at: usize) -> f32 {
    f16_to_f32(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// The low halves of 16 bytes are the first 16 numbers, the high halves the others.
#[inline(always)]
fn nibbles(bytes: &[u8], number: impl Fn(u8) -> f32) -> [f32; BLOCK] {
    let half = BLOCK / 2;
    std::array::from_fn(|i| match i < half {
        true => number(bytes[i] & 15),
        false => number(bytes[i - half] >> 4),
    })
}

pub(super) fn q4_0(bytes: &[u8; 18]) -> [f32; BLOCK] {
    let factor = f16_at(bytes, 0);
    nibbles(&bytes[2..], |n| factor * (f32::from(n) - 8.0))
}

/// Returns the floats of a block of `Q4_1`.
#[inline(always)]
pub fn q4_1(bytes: &[u8; Q4_1_BYTES]) -> [f32; BLOCK] {
    let (factor, smallest) = (f16_at(bytes, 0), f16_at(bytes, 2));
    nibbles(&bytes[4..], |n| factor * f32::from(n) + smallest)
}

/// Returns the floats of a block of `Q8_0`.
#[inline(always)]
pub fn q8_0(bytes: &[u8; Q8_0_BYTES]) -> [f32; BLOCK] {
    let factor = f16_at(bytes, 0);
    std::array::from_fn(|i| factor * f32::from(bytes[2 + i].cast_signed()))
}
