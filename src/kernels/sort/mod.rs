//! Vectorised quicksort of keys of 32 and 64 bits, with AVX-512.
//!
//! The idea is that of B. Bramas (2017), "A Novel Hybrid Quicksort Algorithm Vectorized using AVX-512 on Intel Skylake",
//! and of M. Blacher, J. Giesen, P. Sanders and J. Wassenberg (2022), "Vectorized and performance-portable
//! Quicksort": a partition compresses a vector at a time, and short parts are sorted by networks in registers.
//!
//! A partition reads one of two buffers, leaves the keys below the pivot in the first and the others in the second,
//! so that nothing is copied back. Keys are compressed in registers and then written as whole vectors: to compress
//! into memory is slow on Zen 4.
//!
//! What is sorted are bits of numbers. The first partition makes keys of them and the networks make bits of these
//! again, since each further pass over many keys costs as much as a partition. `lanes.rs`: keys as lanes of vectors;
//! `network.rs`: sorting networks.

mod lanes;
mod network;

use super::dispatch::arch;
use super::keys::Keys;
use core::arch::x86_64::__m512i;
use core::mem::MaybeUninit;
use lanes::{Lane, encode, first_lanes, load, store};
use network::{SortingNetwork, sort_columns};
use pulp::x86::V4;
use pulp::{Arch, NullaryFnOnce};

/// How many vectors a network sorts at most, in as many registers.
const NETWORK_ROWS: usize = 16;
/// How many vectors of a part the pivot is taken from.
const SAMPLED: usize = 8;
/// How many vectors a partition reads before it writes.
const VECTORS_IN_FLIGHT: usize = 4;

/// Sorts the bits of numbers, if the machine has AVX-512; tells whether it did. Both are equally long.
pub(super) fn sort_keys<K: Lane>(
    bits: &mut [K],
    scratch: &mut [MaybeUninit<K>],
    keys: Keys<K>,
) -> bool {
    let Arch::V4(simd) = arch() else { return false };
    assert_eq!(bits.len(), scratch.len(), "both are equally long");
    let limit = 2 * bits.len().max(1).ilog2();
    // SAFETY: the precondition of `sort`: the numbers are not in the scratch.
    unsafe { sort(simd, &keys, bits, scratch, Unsorted::Bits, limit) };
    true
}

/// Where a part is before it is sorted.
#[derive(Clone, Copy, PartialEq)]
enum Unsorted {
    /// In `a`, as bits of numbers: the first partition or the network makes keys of them.
    Bits,
    /// In `a`, as keys.
    A,
    /// In `b`, as keys.
    B,
}

/// Sorts a part into `a`, as bits of numbers. `a` and `b` are equally long.
///
/// After `limit` partitions one inside the other, std sorts the part: no input takes quadratic time.
///
/// # Safety
/// If the part is in `b`, all of `b` is written.
unsafe fn sort<K: Lane>(
    simd: V4,
    keys: &Keys<K>,
    mut a: &mut [K],
    mut b: &mut [MaybeUninit<K>],
    mut source: Unsorted,
    mut limit: u32,
) {
    loop {
        let n = a.len();
        // SAFETY: the precondition of `assume_init_ref`: by the caller's promise, or by the last partition.
        let moved = (source == Unsorted::B).then(|| unsafe { b.assume_init_ref() });
        if n <= NETWORK_ROWS * K::LANES {
            return short(simd, keys, a, moved, source == Unsorted::Bits);
        }
        // Never at the start, whose limit is not 0 for so many numbers: these are keys.
        if limit == 0 {
            if let Some(keys) = moved {
                a.copy_from_slice(keys);
            }
            a.sort_unstable();
            return a.iter_mut().for_each(|key| *key = keys.decode(*key));
        }
        limit -= 1;
        let part = moved.unwrap_or(a);
        let pivot = simd.vectorize(Pivot { simd, keys, part, encodes: source == Unsorted::Bits });
        let mut below = simd.vectorize(Partition { simd, keys, a, b, source, pivot });
        source = Unsorted::A;
        if below == 0 {
            // The pivot is the least key: those that are equal to it are in their place.
            let Some(next) = pivot.checked_add(&K::one()) else {
                return a.fill(keys.decode(pivot));
            };
            source = Unsorted::B;
            below = simd.vectorize(Partition { simd, keys, a, b, source, pivot: next });
            a[..below].fill(keys.decode(pivot));
            (a, b) = (&mut a[below..], &mut b[..n - below]);
        } else {
            let (left, right) = a.split_at_mut(below);
            // SAFETY: the precondition of `sort`: the partition has written as many keys there.
            unsafe { sort(simd, keys, right, &mut b[..n - below], Unsorted::B, limit) };
            (a, b) = (left, &mut b[..below]);
        }
    }
}

/// Nearly the median of some vectors of keys that are spread over a long part.
struct Pivot<'k, K> {
    simd: V4,
    keys: &'k Keys<K>,
    part: &'k [K],
    encodes: bool,
}

impl<K: Lane> NullaryFnOnce for Pivot<'_, K> {
    type Output = K;

    #[inline(always)]
    fn call(self) -> K {
        let Pivot { simd, keys, part, encodes } = self;
        let step = (part.len() - K::LANES) / (SAMPLED - 1);
        let mut rows = [K::splat(simd, K::zero()); SAMPLED];
        for (i, row) in rows.iter_mut().enumerate() {
            let sample = &part[i * step..][..K::LANES];
            // SAFETY: the precondition of `load`: a vector of keys.
            *row = unsafe { load(simd, sample.as_ptr()) };
        }
        if encodes {
            encode(simd, keys, &mut rows);
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
/// If the source is `b`, all of `b` is written: whoever makes one promises that.
struct Partition<'k, K> {
    simd: V4,
    keys: &'k Keys<K>,
    a: &'k mut [K],
    b: &'k mut [MaybeUninit<K>],
    source: Unsorted,
    pivot: K,
}

impl<K: Lane> NullaryFnOnce for Partition<'_, K> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Partition { simd, keys, a, b, source, pivot } = self;
        let n = a.len();
        assert_eq!(n, b.len(), "both are equally long");
        let (a, b) = (a.as_mut_ptr(), b.as_mut_ptr().cast::<K>());
        let from = if source == Unsorted::B { b } else { a };
        let pivot = K::splat(simd, pivot);
        let (mut at, mut below) = (0, 0);
        while n - at >= VECTORS_IN_FLIGHT * K::LANES {
            let mut vectors = [pivot; VECTORS_IN_FLIGHT];
            for (i, vector) in vectors.iter_mut().enumerate() {
                // SAFETY: the precondition of `load`: as many vectors are left in the buffer, which is written.
                *vector = unsafe { load(simd, from.wrapping_add(at + i * K::LANES)) };
            }
            if source == Unsorted::Bits {
                encode(simd, keys, &mut vectors);
            }
            for vector in vectors {
                let mask = K::below(simd, vector, pivot);
                // What was read up to here is written no further than it was read.
                let left = K::compress(simd, mask, vector);
                // SAFETY: the precondition of `store`: `below <= at`, and a vector is left in each buffer at `at`.
                unsafe { store(simd, a.wrapping_add(below), left) };
                let right = K::compress(simd, !mask, vector);
                // SAFETY: the same: `at - below <= at`.
                unsafe { store(simd, b.wrapping_add(at - below), right) };
                below += mask.count_ones() as usize;
                at += K::LANES;
            }
        }
        while at < n {
            let some = first_lanes(n - at, K::LANES);
            // SAFETY: the precondition of `load_some`: as many keys are left, which are written.
            let mut vector = [unsafe { K::load_some(simd, pivot, some, from.wrapping_add(at)) }];
            if source == Unsorted::Bits {
                encode(simd, keys, &mut vector);
            }
            let [vector] = vector;
            let mask = K::below(simd, vector, pivot) & some;
            let (count, others) = (mask.count_ones(), (some & !mask).count_ones());
            let left = K::compress(simd, mask, vector);
            let lanes = first_lanes(count as usize, K::LANES);
            // SAFETY: the precondition of `store_some`: `below <= at`, and of `at` on as many keys were read.
            unsafe { K::store_some(simd, a.wrapping_add(below), lanes, left) };
            let right = K::compress(simd, some & !mask, vector);
            let lanes = first_lanes(others as usize, K::LANES);
            // SAFETY: the same: `at - below <= at`.
            unsafe { K::store_some(simd, b.wrapping_add(at - below), lanes, right) };
            below += count as usize;
            at += (count + others) as usize;
        }
        below
    }
}

/// Sorts a part of up to `NETWORK_ROWS` vectors, of `a` or of `b` if it is there, into `a`, as bits of numbers.
fn short<K: Lane>(simd: V4, keys: &Keys<K>, a: &mut [K], b: Option<&[K]>, encodes: bool) {
    match a.len().div_ceil(K::LANES) {
        0 | 1 => simd.vectorize(SortingNetwork::<K, 1> { simd, keys, a, b, encodes }),
        2 => simd.vectorize(SortingNetwork::<K, 2> { simd, keys, a, b, encodes }),
        3..=4 => simd.vectorize(SortingNetwork::<K, 4> { simd, keys, a, b, encodes }),
        5..=8 => simd.vectorize(SortingNetwork::<K, 8> { simd, keys, a, b, encodes }),
        _ => simd.vectorize(SortingNetwork::<K, NETWORK_ROWS> { simd, keys, a, b, encodes }),
    }
}
