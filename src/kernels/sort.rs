//! Vectorised quicksort of keys of 32 and 64 bits, with AVX-512.
//!
//! The idea is that of B. Bramas (2017), "A Novel Hybrid Quicksort Algorithm Vectorized using AVX-512 on Intel Skylake",
//! and of M. Blacher, J. Giesen, P. Sanders and J. Wassenberg (2022), "Vectorized and performance-portable
//! Quicksort": a partition compresses a vector at a time, and short parts are sorted by networks in registers.
//!
//! A partition reads one of two buffers, leaves the keys below the pivot in the first and the others in the second,
//! so that nothing is copied back. Keys are compressed in registers and then written as whole vectors: to compress
//! into memory is slow on Zen 4.

use super::dispatch::arch;
use super::keys::Key;
use core::arch::x86_64::__m512i;
use core::mem::MaybeUninit;
use pulp::x86::V4;
use pulp::{Arch, NullaryFnOnce};

/// How many vectors a network sorts at most, in as many registers.
const NETWORK_ROWS: usize = 16;
/// How many vectors of a part the pivot is taken from.
const SAMPLED: usize = 8;
/// How many vectors a partition reads before it writes.
const VECTORS_IN_FLIGHT: usize = 4;

/// Sorts keys, if the machine has AVX-512; tells whether it did. Both are equally long.
pub(super) fn sort_keys<K: Lane>(keys: &mut [K], scratch: &mut [MaybeUninit<K>]) -> bool {
    let Arch::V4(simd) = arch() else { return false };
    assert_eq!(keys.len(), scratch.len(), "both are equally long");
    let limit = 2 * keys.len().max(1).ilog2();
    // SAFETY: the precondition of `sort`: the keys are not in the scratch.
    unsafe { sort(simd, keys, scratch, false, limit) };
    true
}

/// Sorts the keys of `a`, or of `b` if they are there, into `a`. Both are equally long.
///
/// After `limit` partitions one inside the other, std sorts the part: no input takes quadratic time.
///
/// # Safety
/// If `in_b`, all of `b` is written.
unsafe fn sort<K: Lane>(
    simd: V4,
    mut a: &mut [K],
    mut b: &mut [MaybeUninit<K>],
    mut in_b: bool,
    mut limit: u32,
) {
    loop {
        let n = a.len();
        // SAFETY: the precondition of `assume_init_ref`: by the caller's promise, or by the last partition.
        let moved = in_b.then(|| unsafe { b.assume_init_ref() });
        if n <= NETWORK_ROWS * K::LANES {
            return short(simd, a, moved);
        }
        if limit == 0 {
            if let Some(keys) = moved {
                a.copy_from_slice(keys);
            }
            return a.sort_unstable();
        }
        limit -= 1;
        let pivot = simd.vectorize(Pivot { simd, keys: moved.unwrap_or(a) });
        let mut below = simd.vectorize(Partition { simd, a, b, in_b, pivot });
        in_b = below == 0;
        if in_b {
            // The pivot is the least key: those that are equal to it are in their place.
            let Some(next) = pivot.checked_add(&K::one()) else { return a.fill(pivot) };
            below = simd.vectorize(Partition { simd, a, b, in_b, pivot: next });
            (a, b) = (&mut a[below..], &mut b[..n - below]);
        } else {
            let (left, right) = a.split_at_mut(below);
            // SAFETY: the precondition of `sort`: the partition has written as many keys there.
            unsafe { sort(simd, right, &mut b[..n - below], true, limit) };
            (a, b) = (left, &mut b[..below]);
        }
    }
}

/// Nearly the median of some vectors of keys that are spread over a long part.
struct Pivot<'k, K> {
    simd: V4,
    keys: &'k [K],
}

impl<K: Lane> NullaryFnOnce for Pivot<'_, K> {
    type Output = K;

    #[inline(always)]
    fn call(self) -> K {
        let Pivot { simd, keys } = self;
        let step = (keys.len() - K::LANES) / (SAMPLED - 1);
        let mut rows = [K::splat(simd, K::zero()); SAMPLED];
        for (i, row) in rows.iter_mut().enumerate() {
            let keys = &keys[i * step..][..K::LANES];
            // SAFETY: the precondition of `load`: a vector of keys.
            *row = unsafe { load(simd, keys.as_ptr()) };
        }
        sort_columns::<K, SAMPLED>(simd, &mut rows);
        let medians = median_of_lanes::<K>(simd, rows[SAMPLED / 2], 1, 2);
        K::first(median_of_lanes::<K>(simd, medians, 4, K::LANES - 1))
    }
}

/// The median of each lane and of two others, whose numbers differ in some bits.
#[inline(always)]
fn median_of_lanes<K: Lane>(simd: V4, keys: __m512i, bits: usize, others: usize) -> __m512i {
    let (one, other) = (K::swap_lanes(simd, bits, keys), K::swap_lanes(simd, others, keys));
    let (low, high) = K::in_order(simd, one, other);
    K::in_order(simd, low, K::in_order(simd, high, keys).0).1
}

/// Moves the keys below the pivot to the start of `a`, the others to the start of `b`, in order; how many are below.
/// All are in `a` before, or in `b`, which is all written then: whoever makes one promises that.
struct Partition<'k, K> {
    simd: V4,
    a: &'k mut [K],
    b: &'k mut [MaybeUninit<K>],
    in_b: bool,
    pivot: K,
}

impl<K: Lane> NullaryFnOnce for Partition<'_, K> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Partition { simd, a, b, in_b, pivot } = self;
        let n = a.len();
        assert_eq!(n, b.len(), "both are equally long");
        let (a, b) = (a.as_mut_ptr(), b.as_mut_ptr().cast::<K>());
        let from = if in_b { b } else { a };
        let pivot = K::splat(simd, pivot);
        let (mut at, mut below) = (0, 0);
        while n - at >= VECTORS_IN_FLIGHT * K::LANES {
            let mut vectors = [pivot; VECTORS_IN_FLIGHT];
            for (i, keys) in vectors.iter_mut().enumerate() {
                // SAFETY: the precondition of `load`: as many vectors are left in the buffer, which is written.
                *keys = unsafe { load(simd, from.wrapping_add(at + i * K::LANES)) };
            }
            for keys in vectors {
                let mask = K::below(simd, keys, pivot);
                // What was read up to here is written no further than it was read.
                let left = K::compress(simd, mask, keys);
                // SAFETY: the precondition of `store`: `below <= at`, and a vector is left in each buffer at `at`.
                unsafe { store(simd, a.wrapping_add(below), left) };
                let right = K::compress(simd, !mask, keys);
                // SAFETY: the same: `at - below <= at`.
                unsafe { store(simd, b.wrapping_add(at - below), right) };
                below += mask.count_ones() as usize;
                at += K::LANES;
            }
        }
        while at < n {
            let some = first_lanes(n - at, K::LANES);
            // SAFETY: the precondition of `load_some`: as many keys are left, which are written.
            let keys = unsafe { K::load_some(simd, pivot, some, from.wrapping_add(at)) };
            let mask = K::below(simd, keys, pivot) & some;
            let (count, others) = (mask.count_ones(), (some & !mask).count_ones());
            let left = K::compress(simd, mask, keys);
            let lanes = first_lanes(count as usize, K::LANES);
            // SAFETY: the precondition of `store_some`: `below <= at`, and of `at` on as many keys were read.
            unsafe { K::store_some(simd, a.wrapping_add(below), lanes, left) };
            let right = K::compress(simd, some & !mask, keys);
            let lanes = first_lanes(others as usize, K::LANES);
            // SAFETY: the same: `at - below <= at`.
            unsafe { K::store_some(simd, b.wrapping_add(at - below), lanes, right) };
            below += count as usize;
            at += (count + others) as usize;
        }
        below
    }
}

/// A mask of so many lanes, of all at most.
#[inline(always)]
fn first_lanes(count: usize, lanes: usize) -> u16 {
    ((1_u32 << count.min(lanes)) - 1) as u16
}

/// Sorts the keys of `a`, or of `b` if there are any, into `a`: up to `NETWORK_ROWS` vectors.
fn short<K: Lane>(simd: V4, a: &mut [K], b: Option<&[K]>) {
    match a.len().div_ceil(K::LANES) {
        0 | 1 => simd.vectorize(SortingNetwork::<K, 1> { simd, a, b }),
        2 => simd.vectorize(SortingNetwork::<K, 2> { simd, a, b }),
        3..=4 => simd.vectorize(SortingNetwork::<K, 4> { simd, a, b }),
        5..=8 => simd.vectorize(SortingNetwork::<K, 8> { simd, a, b }),
        _ => simd.vectorize(SortingNetwork::<K, NETWORK_ROWS> { simd, a, b }),
    }
}

/// A bitonic network of up to `N` vectors. They are the rows of a matrix: its columns are sorted, then merged by
/// pairs, and the matrix is transposed. Lanes without a key have the greatest one.
struct SortingNetwork<'k, K, const N: usize> {
    simd: V4,
    a: &'k mut [K],
    b: Option<&'k [K]>,
}

impl<K: Lane, const N: usize> NullaryFnOnce for SortingNetwork<'_, K, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let SortingNetwork { simd, a, b } = self;
        let n = a.len();
        assert!(n <= N * K::LANES && b.is_none_or(|b| b.len() == n), "the keys of the network");
        let a = a.as_mut_ptr();
        let from = b.map_or(a.cast_const(), |b| b.as_ptr());
        let greatest = K::splat(simd, K::max_value());
        let mut rows = [greatest; N];
        for (i, row) in rows.iter_mut().enumerate() {
            let at = from.wrapping_add(i * K::LANES);
            // SAFETY: the precondition of `load_some`: these lanes are of the `n` keys.
            *row = unsafe { K::load_some(simd, greatest, lanes_of::<K>(n, i), at) };
        }
        sort_columns::<K, N>(simd, &mut rows);
        merge_columns::<K, N, 1>(simd, &mut rows);
        merge_columns::<K, N, 2>(simd, &mut rows);
        merge_columns::<K, N, 4>(simd, &mut rows);
        if K::LANES > 8 {
            merge_columns::<K, N, 8>(simd, &mut rows);
        }
        transpose::<K, N>(simd, &mut rows);
        for (i, row) in rows.into_iter().enumerate() {
            // SAFETY: the precondition of `store_some`: as above, in `a`.
            unsafe { K::store_some(simd, a.wrapping_add(i * K::LANES), lanes_of::<K>(n, i), row) };
        }
    }
}

/// The lanes of a row that are among `n` keys.
#[inline(always)]
fn lanes_of<K: Lane>(n: usize, row: usize) -> u16 {
    first_lanes(n.saturating_sub(row * K::LANES), K::LANES)
}

/// Puts each pair of rows in order, lane by lane.
#[inline(always)]
fn exchange<K: Lane, const P: usize>(simd: V4, rows: &mut [__m512i], pairs: [(usize, usize); P]) {
    for (i, j) in pairs {
        (rows[i], rows[j]) = K::in_order(simd, rows[i], rows[j]);
    }
}

/// Sorts each column, by the smallest networks that are known (that of 16 rows is M. W. Green's).
#[inline(always)]
fn sort_columns<K: Lane, const N: usize>(simd: V4, rows: &mut [__m512i; N]) {
    if N == 2 {
        exchange::<K, _>(simd, rows, [(0, 1)]);
    }
    if N == 4 {
        exchange::<K, _>(simd, rows, [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]);
    }
    if N >= 8 {
        for at in (0..N).step_by(8) {
            let half = &mut rows[at..at + 8];
            exchange::<K, _>(simd, half, [(0, 1), (2, 3), (4, 5), (6, 7)]);
            exchange::<K, _>(simd, half, [(0, 2), (1, 3), (4, 6), (5, 7)]);
            exchange::<K, _>(simd, half, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        }
    }
    if N == 8 {
        exchange::<K, _>(simd, rows, [(2, 4), (3, 5), (1, 4), (3, 6), (1, 2), (3, 4), (5, 6)]);
    }
    if N == 16 {
        exchange::<K, _>(simd, rows, [(0, 8), (1, 9), (2, 10), (3, 11)]);
        exchange::<K, _>(simd, rows, [(4, 12), (5, 13), (6, 14), (7, 15)]);
        exchange::<K, _>(simd, rows, [(5, 10), (6, 9), (3, 12), (13, 14), (4, 8), (7, 11), (1, 2)]);
        exchange::<K, _>(simd, rows, [(1, 4), (7, 13), (2, 8), (11, 14)]);
        exchange::<K, _>(simd, rows, [(2, 4), (5, 6), (9, 10), (11, 13), (3, 8), (7, 12)]);
        exchange::<K, _>(simd, rows, [(6, 8), (10, 12), (3, 5), (7, 9)]);
        exchange::<K, _>(simd, rows, [(3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (6, 7), (8, 9)]);
    }
}

/// Merges each `W` columns, sorted as one, with the next `W`: keys are compared with their mirror images, then at
/// half the distance each time, first lanes and then rows.
#[inline(always)]
fn merge_columns<K: Lane, const N: usize, const W: usize>(simd: V4, rows: &mut [__m512i; N]) {
    if N == 1 {
        rows[0] = merge_lanes::<K>(simd, rows[0], 2 * W - 1, W);
    }
    for row in 0..N / 2 {
        let one = rows[row];
        let other = K::swap_lanes(simd, 2 * W - 1, rows[N - 1 - row]);
        let (low, high) = K::in_order(simd, one, other);
        rows[row] = K::choose(simd, upper_lanes(W), low, high);
        rows[N - 1 - row] =
            K::swap_lanes(simd, 2 * W - 1, K::choose(simd, upper_lanes(W), high, low));
    }
    for distance in [4, 2, 1] {
        if distance < W {
            for row in rows.iter_mut() {
                *row = merge_lanes::<K>(simd, *row, distance, distance);
            }
        }
    }
    for distance in [8, 4, 2, 1] {
        for row in 0..N {
            if row & distance == 0 && row + distance < N {
                exchange::<K, 1>(simd, rows, [(row, row + distance)]);
            }
        }
    }
}

/// Puts each two lanes whose numbers differ in `bits` in order. `upper` is the bit that is set in the number of the upper
/// lane.
#[inline(always)]
fn merge_lanes<K: Lane>(simd: V4, keys: __m512i, bits: usize, upper: usize) -> __m512i {
    let (low, high) = K::in_order(simd, keys, K::swap_lanes(simd, bits, keys));
    K::choose(simd, upper_lanes(upper), low, high)
}

/// The lanes whose number has a bit.
#[inline(always)]
fn upper_lanes(bit: usize) -> u16 {
    match bit {
        1 => 0xaaaa,
        2 => 0xcccc,
        4 => 0xf0f0,
        _ => 0xff00,
    }
}

/// Makes of a matrix, whose keys are in order column by column, one where they are row by row.
///
/// To interleave two rows whose numbers differ in a bit puts this bit last in the number of a lane, and the first bit
/// of the lane in its place.
#[inline(always)]
fn transpose<K: Lane, const N: usize>(simd: V4, rows: &mut [__m512i; N]) {
    for distance in [8, 4, 2, 1] {
        for row in 0..N {
            if row & distance == 0 && row + distance < N {
                let (one, other) = (rows[row], rows[row + distance]);
                rows[row] = K::interleave(simd, one, other, 0);
                rows[row + distance] = K::interleave(simd, one, other, K::LANES / 2);
            }
        }
    }
}

/// # Safety
/// A vector can be read there.
#[inline(always)]
unsafe fn load<K>(simd: V4, at: *const K) -> __m512i {
    // SAFETY: by the caller's promise.
    unsafe { simd.avx512f._mm512_loadu_si512(at.cast()) }
}

/// # Safety
/// A vector can be written there.
#[inline(always)]
unsafe fn store<K>(simd: V4, at: *mut K, keys: __m512i) {
    // SAFETY: by the caller's promise.
    unsafe { simd.avx512f._mm512_storeu_si512(at.cast(), keys) }
}

/// Keys that are lanes of a vector. Masks have a bit for each lane.
pub(super) trait Lane: Key {
    const LANES: usize = 64 / size_of::<Self>();

    fn splat(simd: V4, key: Self) -> __m512i;
    fn first(keys: __m512i) -> Self;
    /// The lesser key of each lane, and the greater one.
    fn in_order(simd: V4, a: __m512i, b: __m512i) -> (__m512i, __m512i);
    /// The keys of `b` where the mask says so, else those of `a`.
    fn choose(simd: V4, mask: u16, a: __m512i, b: __m512i) -> __m512i;
    fn below(simd: V4, a: __m512i, b: __m512i) -> u16;
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
        $splat:ident, $set:ident, $min:ident, $max:ident, $choose:ident, $below:ident,
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
                (simd.avx512f.$min(a, b), simd.avx512f.$max(a, b))
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
    _mm512_set1_epi32, _mm512_setr_epi32, _mm512_min_epu32, _mm512_max_epu32, _mm512_mask_blend_epi32,
    _mm512_cmplt_epu32_mask, _mm512_maskz_compress_epi32, _mm512_permutexvar_epi32,
    _mm512_permutex2var_epi32, _mm512_mask_loadu_epi32, _mm512_mask_storeu_epi32
);
lanes!(
    u64, i64, u8, [0 1 2 3 4 5 6 7],
    _mm512_set1_epi64, _mm512_setr_epi64, _mm512_min_epu64, _mm512_max_epu64, _mm512_mask_blend_epi64,
    _mm512_cmplt_epu64_mask, _mm512_maskz_compress_epi64, _mm512_permutexvar_epi64,
    _mm512_permutex2var_epi64, _mm512_mask_loadu_epi64, _mm512_mask_storeu_epi64
);
