//! Vectorised quicksort of keys of 32 and 64 bits, with AVX-512.
//!
//! The idea is that of B. Bramas (2017), "A Novel Hybrid Quicksort Algorithm Vectorized using AVX-512 on Intel Skylake",
//! and of M. Blacher, J. Giesen, P. Sanders and J. Wassenberg (2022), "Vectorized and performance-portable
//! Quicksort": a partition compresses a vector at a time, and short parts are sorted by networks in registers.
//!
//! A partition is in place: keys below the pivot go to the left end, the others to the right one. Two blocks of vectors
//! are held in registers, and the next one is read at the end with less room, so that there is always room to write at
//! both. Keys are compressed in registers and then written: to compress into memory is slow on Zen 4.
//!
//! What is sorted are bits of numbers. The first partition makes keys of them and the networks make bits of these
//! again, since each further pass over many keys costs as much as a partition. `lanes.rs`: keys as lanes of vectors;
//! `network.rs`: sorting networks.

mod lanes;
mod network;

use super::dispatch::arch;
use super::keys::Keys;
use core::arch::x86_64::__m512i;
use core::ops::Range;
use lanes::{Lane, encode, first_lanes, load, store};
use network::{SortingNetwork, lanes_of, sort_columns};
use pulp::x86::V4;
use pulp::{Arch, NullaryFnOnce};

/// How many vectors a network sorts at most, in as many registers.
const NETWORK_ROWS: usize = 16;
/// How many vectors of a part the pivot is taken from.
const SAMPLED: usize = 8;
/// How many vectors a partition reads at once.
const VECTORS_IN_FLIGHT: usize = 6;

/// Sorts the bits of numbers, if the machine has AVX-512; tells whether it did.
pub(super) fn sort_keys<K: Lane>(bits: &mut [K], keys: Keys<K>) -> bool {
    let Arch::V4(simd) = arch() else { return false };
    let limit = 2 * bits.len().max(1).ilog2();
    sort(simd, &keys, bits, true, limit);
    true
}

/// Sorts a part, to bits of numbers. It has keys, or bits if it `is_bits`: the first partition or the network makes keys of
/// these.
///
/// After `limit` partitions one inside the other, std sorts the part: no input takes quadratic time.
fn sort<K: Lane>(simd: V4, keys: &Keys<K>, mut part: &mut [K], mut is_bits: bool, mut limit: u32) {
    while part.len() > NETWORK_ROWS * K::LANES {
        // Never at the start, whose limit is not 0 for so many numbers: these are keys.
        if limit == 0 {
            part.sort_unstable();
            return part.iter_mut().for_each(|key| *key = keys.decode(*key));
        }
        limit -= 1;
        let pivot = simd.vectorize(Pivot { simd, keys, part, is_bits });
        let mut below = simd.vectorize(Partition { simd, keys, part, is_bits, pivot });
        is_bits = false;
        if below == 0 {
            // The pivot is the least key: those that are equal to it are in their place.
            let Some(next) = pivot.checked_add(&K::one()) else {
                return part.fill(keys.decode(pivot));
            };
            below = simd.vectorize(Partition { simd, keys, part, is_bits, pivot: next });
            part[..below].fill(keys.decode(pivot));
            part = &mut part[below..];
        } else {
            let (left, right) = part.split_at_mut(below);
            sort(simd, keys, right, false, limit);
            part = left;
        }
    }
    short(simd, keys, part, is_bits);
}

/// Nearly the median of some vectors of keys that are spread over a long part.
struct Pivot<'k, K> {
    simd: V4,
    keys: &'k Keys<K>,
    part: &'k [K],
    is_bits: bool,
}

impl<K: Lane> NullaryFnOnce for Pivot<'_, K> {
    type Output = K;

    #[inline(always)]
    fn call(self) -> K {
        let Pivot { simd, keys, part, is_bits } = self;
        let step = (part.len() - K::LANES) / (SAMPLED - 1);
        let mut rows = [K::splat(simd, K::zero()); SAMPLED];
        for (i, row) in rows.iter_mut().enumerate() {
            let sample = &part[i * step..][..K::LANES];
            // SAFETY: the precondition of `load`: a vector of keys.
            *row = unsafe { load(simd, sample.as_ptr()) };
        }
        if is_bits {
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

/// Moves the keys below the pivot to the left end of a part, the others to the right one; how many are below. The part is
/// two blocks long at least.
struct Partition<'k, K> {
    simd: V4,
    keys: &'k Keys<K>,
    part: &'k mut [K],
    is_bits: bool,
    pivot: K,
}

impl<K: Lane> NullaryFnOnce for Partition<'_, K> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Partition { simd, keys, part, is_bits, pivot } = self;
        let (n, block) = (part.len(), VECTORS_IN_FLIGHT * K::LANES);
        assert!(n >= 2 * block, "two blocks are held");
        let (start, pivot) = (part.as_mut_ptr(), K::splat(simd, pivot));
        let (unread, room) = (block..n - block, 0..n);
        let mut ends = Ends { simd, keys, is_bits, start, pivot, unread, room };
        // SAFETY: the precondition of `read`: the part has two blocks.
        let first = unsafe { ends.read(0, block) };
        // SAFETY: as above.
        let mut held = unsafe { ends.read(n - block, block) };
        while ends.unread.len() >= block {
            // Before the last one is written: what is read next must not wait for that.
            let at = ends.next_block(block);
            // SAFETY: the precondition of `read`: these keys were not yet read.
            let next = unsafe { ends.read(at, block) };
            // SAFETY: the precondition of `write`: the room at both ends was that of two blocks, a block of it at least at
            // the end that was not read, and there is a block more now at the other one.
            unsafe { ends.write(held, block) };
            held = next;
        }
        let (at, rest) = (ends.unread.start, ends.unread.len());
        // SAFETY: as above.
        let last = unsafe { ends.read(at, rest) };
        for (vectors, count) in [(last, rest), (held, block), (first, block)] {
            // SAFETY: the precondition of `write`: all is read, and the room is that of what is not yet written.
            unsafe { ends.write(vectors, count) };
        }
        ends.room.start
    }
}

/// Both ends of a part that is partitioned.
struct Ends<'k, K> {
    simd: V4,
    keys: &'k Keys<K>,
    is_bits: bool,
    start: *mut K,
    pivot: __m512i,
    /// Between what was read at both ends.
    unread: Range<usize>,
    /// Between what was written at both ends.
    room: Range<usize>,
}

impl<K: Lane> Ends<'_, K> {
    /// Where to read the next keys: at the end with less room.
    #[inline(always)]
    fn next_block(&mut self, count: usize) -> usize {
        let (unread, room) = (&mut self.unread, &self.room);
        let is_left = unread.start - room.start <= room.end - unread.end;
        let at = if is_left { unread.start } else { unread.end - count };
        // Without a branch, which nothing predicts.
        unread.start += if is_left { count } else { 0 };
        unread.end -= if is_left { 0 } else { count };
        at
    }

    /// Reads a block, or its first `count` keys.
    ///
    /// # Safety
    /// There are as many keys at `at`.
    #[inline(always)]
    unsafe fn read(&self, at: usize, count: usize) -> [__m512i; VECTORS_IN_FLIGHT] {
        let mut vectors = [self.pivot; VECTORS_IN_FLIGHT];
        for (i, vector) in vectors.iter_mut().enumerate() {
            let (some, at) = (lanes_of::<K>(count, i), self.start.wrapping_add(at + i * K::LANES));
            // SAFETY: the precondition of `load_some`: these are keys by the caller's promise.
            *vector = unsafe { K::load_some(self.simd, self.pivot, some, at) };
        }
        if self.is_bits {
            encode(self.simd, self.keys, &mut vectors);
        }
        vectors
    }

    /// Writes the keys of a block, or its first `count` keys, at both ends.
    ///
    /// # Safety
    /// At each end there is room for as many, at the left one for whole vectors.
    #[inline(always)]
    unsafe fn write(&mut self, vectors: [__m512i; VECTORS_IN_FLIGHT], count: usize) {
        for (i, vector) in vectors.into_iter().enumerate() {
            let below = K::below(self.simd, vector, self.pivot) & lanes_of::<K>(count, i);
            let others = lanes_of::<K>(count, i) & !below;
            let left = K::compress(self.simd, below, vector);
            // SAFETY: the precondition of `store`: by the caller's promise.
            unsafe { store(self.simd, self.start.wrapping_add(self.room.start), left) };
            self.room.start += below.count_ones() as usize;
            self.room.end -= others.count_ones() as usize;
            let right = K::compress(self.simd, others, vector);
            let some = first_lanes(others.count_ones() as usize, K::LANES);
            let end = self.start.wrapping_add(self.room.end);
            // SAFETY: the precondition of `store_some`: by the caller's promise.
            unsafe { K::store_some(self.simd, end, some, right) };
        }
    }
}

/// Sorts a part of up to `NETWORK_ROWS` vectors, to bits of numbers.
fn short<K: Lane>(simd: V4, keys: &Keys<K>, part: &mut [K], is_bits: bool) {
    match part.len().div_ceil(K::LANES) {
        0 | 1 => simd.vectorize(SortingNetwork::<K, 1> { simd, keys, part, is_bits }),
        2 => simd.vectorize(SortingNetwork::<K, 2> { simd, keys, part, is_bits }),
        3..=4 => simd.vectorize(SortingNetwork::<K, 4> { simd, keys, part, is_bits }),
        5..=8 => simd.vectorize(SortingNetwork::<K, 8> { simd, keys, part, is_bits }),
        _ => simd.vectorize(SortingNetwork::<K, NETWORK_ROWS> { simd, keys, part, is_bits }),
    }
}
