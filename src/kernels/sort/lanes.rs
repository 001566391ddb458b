//! Keys as lanes of vectors of 512 bits.

use super::super::keys::{Key, Keys};
use core::arch::x86_64::__m512i;
use pulp::x86::V4;

/// Keys that are lanes of a vector. Masks have a bit for each lane.
pub(in super::super) trait Lane: Key {
    const LANES: usize = 64 / size_of::<Self>();

    fn splat(simd: V4, key: Self) -> __m512i;
    fn first(keys: __m512i) -> Self;
    /// The lesser key of each lane, and the greater one.
    fn in_order(simd: V4, a: __m512i, b: __m512i) -> (__m512i, __m512i);
    /// The keys of `b` where the mask says so, else those of `a`.
    fn choose(simd: V4, mask: u16, a: __m512i, b: __m512i) -> __m512i;
    fn below(simd: V4, a: __m512i, b: __m512i) -> u16;
    /// All bits of the lanes whose first bit is set.
    fn negative(simd: V4, keys: __m512i) -> __m512i;
    fn compress(simd: V4, mask: u16, keys: __m512i) -> __m512i;
    /// The lanes whose numbers differ in some bits change places.
    fn swap_lanes(simd: V4, bits: usize, keys: __m512i) -> __m512i;
    /// Keys of `a` and `b` in turns, from a lane on.
    fn interleave(simd: V4, a: __m512i, b: __m512i, start: usize) -> __m512i;

    /// Reads the lanes of a mask; the others are those of `rest`.
    ///
    /// # Safety
    /// The lanes of the mask can be read.
    unsafe fn load_some(simd: V4, rest: __m512i, mask: u16, at: *const Self) -> __m512i;

    /// # Safety
    /// The lanes of the mask can be written.
    unsafe fn store_some(simd: V4, at: *mut Self, mask: u16, keys: __m512i);
}

/// The operations of a width of keys, by their intrinsics.
macro_rules! lanes {
    (
        $Key:ident, $Int:ident, $Mask:ident, [$($lane:literal)+],
        $splat:ident, $set:ident, $min:ident, $shift:ident, $choose:ident, $below:ident,
        $compress:ident, $swap:ident, $interleave:ident, $load:ident, $store:ident
    ) => {
        impl Lane for $Key {
            #[inline(always)]
            fn splat(simd: V4, key: Self) -> __m512i {
                simd.avx512f.$splat(key as $Int)
            }

            #[inline(always)]
            fn first(keys: __m512i) -> Self {
                pulp::cast_lossy(keys)
            }

            #[inline(always)]
            fn in_order(simd: V4, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
                let least = simd.avx512f.$min(a, b);
                // a ^ b ^ least is the greater one. Ports that compare are rarer than those that combine bits.
                (least, simd.avx512f._mm512_ternarylogic_epi64::<0x96>(a, b, least))
            }

            #[inline(always)]
            fn choose(simd: V4, mask: u16, a: __m512i, b: __m512i) -> __m512i {
                simd.avx512f.$choose(mask as $Mask, a, b)
            }

            #[inline(always)]
            fn below(simd: V4, a: __m512i, b: __m512i) -> u16 {
                simd.avx512f.$below(a, b).into()
            }

            #[inline(always)]
            fn negative(simd: V4, keys: __m512i) -> __m512i {
                simd.avx512f.$shift::<{ $Key::BITS - 1 }>(keys)
            }

            #[inline(always)]
            fn compress(simd: V4, mask: u16, keys: __m512i) -> __m512i {
                simd.avx512f.$compress(mask as $Mask, keys)
            }

            #[inline(always)]
            fn swap_lanes(simd: V4, bits: usize, keys: __m512i) -> __m512i {
                let from = simd.avx512f.$set($($lane ^ bits as $Int),+);
                simd.avx512f.$swap(from, keys)
            }

            #[inline(always)]
            fn interleave(simd: V4, a: __m512i, b: __m512i, start: usize) -> __m512i {
                let (start, lanes) = (start as $Int, Self::LANES as $Int);
                let from = simd.avx512f.$set($(start + $lane / 2 + $lane % 2 * lanes),+);
                simd.avx512f.$interleave(a, from, b)
            }

            #[inline(always)]
            unsafe fn load_some(simd: V4, rest: __m512i, mask: u16, at: *const Self) -> __m512i {
                // SAFETY: by the caller's promise.
                unsafe { simd.avx512f.$load(rest, mask as $Mask, at.cast()) }
            }

            #[inline(always)]
            unsafe fn store_some(simd: V4, at: *mut Self, mask: u16, keys: __m512i) {
                // SAFETY: by the caller's promise.
                unsafe { simd.avx512f.$store(at.cast(), mask as $Mask, keys) }
            }
        }
    };
}

lanes!(
    u32, i32, u16, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15],
    _mm512_set1_epi32, _mm512_setr_epi32, _mm512_min_epu32, _mm512_srai_epi32, _mm512_mask_blend_epi32,
    _mm512_cmplt_epu32_mask, _mm512_maskz_compress_epi32, _mm512_permutexvar_epi32,
    _mm512_permutex2var_epi32, _mm512_mask_loadu_epi32, _mm512_mask_storeu_epi32
);
lanes!(
    u64, i64, u8, [0 1 2 3 4 5 6 7],
    _mm512_set1_epi64, _mm512_setr_epi64, _mm512_min_epu64, _mm512_srai_epi64, _mm512_mask_blend_epi64,
    _mm512_cmplt_epu64_mask, _mm512_maskz_compress_epi64, _mm512_permutexvar_epi64,
    _mm512_permutex2var_epi64, _mm512_mask_loadu_epi64, _mm512_mask_storeu_epi64
);

/// Makes keys of the bits of numbers, as [`Keys::encode`] does.
#[inline(always)]
pub(super) fn encode<K: Lane>(simd: V4, keys: &Keys<K>, rows: &mut [__m512i]) {
    let isa = simd.avx512f;
    let Some(infinity) = keys.infinity else {
        let inverted = K::splat(simd, keys.integer);
        return rows.iter_mut().for_each(|row| *row = isa._mm512_xor_si512(*row, inverted));
    };
    let [infinity, sign, direction] =
        [infinity, Keys::sign(), keys.direction].map(|key| K::splat(simd, key));
    for row in rows {
        let magnitude = isa._mm512_andnot_si512(sign, *row);
        let inverted = isa._mm512_or_si512(K::negative(simd, *row), sign);
        let ascending = isa._mm512_xor_si512(*row, inverted);
        let key = isa._mm512_xor_si512(ascending, direction);
        let nan = isa._mm512_or_si512(*row, sign);
        *row = K::choose(simd, K::below(simd, infinity, magnitude), key, nan);
    }
}

/// Makes bits of numbers of keys, as [`Keys::decode`] does.
#[inline(always)]
pub(super) fn decode<K: Lane>(simd: V4, keys: &Keys<K>, rows: &mut [__m512i]) {
    let isa = simd.avx512f;
    let Some(infinity) = keys.infinity else { return encode(simd, keys, rows) };
    let [infinity, sign, direction] =
        [infinity | Keys::sign(), Keys::sign(), keys.direction].map(|key| K::splat(simd, key));
    for row in rows {
        let key = isa._mm512_xor_si512(*row, direction);
        let ascending = K::choose(simd, K::below(simd, infinity, *row), key, *row);
        let positive = K::negative(simd, ascending);
        // All bits of a negative number are inverted, of the others the sign.
        let inverted = isa._mm512_ternarylogic_epi64::<0xcf>(positive, sign, sign);
        *row = isa._mm512_xor_si512(ascending, inverted);
    }
}

/// A mask of so many lanes, of all at most.
#[inline(always)]
pub(super) fn first_lanes(count: usize, lanes: usize) -> u16 {
    ((1_u32 << count.min(lanes)) - 1) as u16
}

/// # Safety
/// A vector can be read there.
#[inline(always)]
pub(super) unsafe fn load<K>(simd: V4, at: *const K) -> __m512i {
    // SAFETY: by the caller's promise.
    unsafe { simd.avx512f._mm512_loadu_si512(at.cast()) }
}

/// # Safety
/// A vector can be written there.
#[inline(always)]
pub(super) unsafe fn store<K>(simd: V4, at: *mut K, keys: __m512i) {
    // SAFETY: by the caller's promise.
    unsafe { simd.avx512f._mm512_storeu_si512(at.cast(), keys) }
}
