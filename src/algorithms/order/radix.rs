//! Radix sort of keys by their leading digits, least significant digit first: of keys of 8 and 16 bits, and of wider
//! ones where `kernels/sort/` has no vectors for them (without AVX-512).
//!
//! A digit is 8 bits. Of keys that agree in their first bits only the others count, and of these at most four
//! digits: the keys are nearly sorted then, and what is out of order among those with equal digits is sorted
//! by itself. So random numbers of 64 bits take no more passes than those of 32. Lanes that the second-level
//! cache does not hold are first split by their leading digit.

use crate::kernels::dispatch::vectorised_by_256;
use crate::kernels::keys::{Key, Keys, Kind};
use crate::kernels::uninit::with_capacity;
use crate::storage::give;
use alloc::vec::Vec;

/// Up to this length std's sort is faster.
const SHORT: usize = 160;
/// Up to this length three digits are enough to leave little for the last pass.
const MEDIUM: usize = 8 << 10;

/// How many keys of short lanes are encoded at once.
const ENCODED_KEYS: usize = 1 << 10;

/// How many keys are encoded at once to see whether they are sorted.
const CHECKED_KEYS: usize = 64;

/// Bytes of keys from which on they are split first, if their leading digits differ enough: each pass over more would
/// go to the third-level cache. Row: `sort i64, 1M`.
const SPLIT: usize = 1 << 20;

/// A buffer of zeros, of memory that was freed before if it is large.
pub(super) fn buffer<K: Key>(len: usize) -> Vec<K> {
    let mut buffer = with_capacity(len);
    buffer.resize(len, K::zero());
    buffer
}

/// Sorts lanes of `n` numbers.
pub(super) fn sort_lanes<K: Key>(bits: &mut [K], n: usize, keys: Keys<K>) {
    if const { K::BITS == 8 } {
        return bits.chunks_mut(n).for_each(|lane| sort_bytes(lane, keys));
    }
    let by_radix = bits.chunks_mut(n).position(|lane| !is_sorted_or_vectorised(lane, keys));
    let Some(first) = by_radix else { return };
    let mut scratch = with_capacity(n);
    for lanes in bits[first * n..].chunks_mut((ENCODED_KEYS / n).max(1) * n) {
        encode(lanes, keys);
        lanes.chunks_mut(n).for_each(|lane| sort(lane, &mut scratch, 0));
        vectorised_by_256(
            #[inline(always)]
            || lanes.iter_mut().for_each(|key| *key = keys.decode(*key)),
        );
    }
    give(scratch);
}

/// Sorts the bits of numbers unless they are sorted, if the machine has vectors for it; tells whether they are sorted
/// now.
fn is_sorted_or_vectorised<K: Key>(bits: &mut [K], keys: Keys<K>) -> bool {
    bits.len() > SHORT && is_sorted(bits, keys) || K::sort_by_vectors(bits, keys)
}

/// Whether the keys of the bits are in order. They are encoded some at a time, each time from the last one on.
fn is_sorted<K: Key>(bits: &[K], keys: Keys<K>) -> bool {
    let mut buffer = [K::zero(); CHECKED_KEYS];
    (0..bits.len()).step_by(CHECKED_KEYS - 1).all(|start| {
        let some = &bits[start..bits.len().min(start + CHECKED_KEYS)];
        let buffer = &mut buffer[..some.len()];
        buffer.copy_from_slice(some);
        encode(buffer, keys);
        buffer.is_sorted()
    })
}

fn sort_bytes<K: Key>(lane: &mut [K], keys: Keys<K>) {
    if lane.len() > SHORT {
        return count(lane, keys);
    }
    encode(lane, keys);
    lane.sort_unstable();
    lane.iter_mut().for_each(|key| *key = keys.decode(*key));
}

/// Makes keys of bits.
fn encode<K: Key>(lane: &mut [K], keys: Keys<K>) {
    vectorised_by_256(
        #[inline(always)]
        || lane.iter_mut().for_each(|bits| *bits = keys.encode(*bits)),
    );
}

/// Sorts bytes: as many of each as there are.
fn count<K: Key>(lane: &mut [K], keys: Keys<K>) {
    let mut counts = [[0_usize; 256]; 4];
    // Four counts, because equal neighbours would wait for one another.
    for group in lane.chunks(4) {
        for (counts, &bits) in counts.iter_mut().zip(group) {
            let key: usize = keys.encode(bits).as_();
            counts[key & 255] += 1;
        }
    }
    let mut rest = lane;
    for key in 0..256 {
        let (these, others) = rest.split_at_mut(counts.iter().map(|counts| counts[key]).sum());
        these.fill(keys.decode(K::from(key).expect("a byte")));
        rest = others;
    }
}

/// How many leading bits all keys have in common.
fn common_bits<K: Key>(keys: &[K]) -> u32 {
    let first = keys[0];
    keys.iter().fold(K::zero(), |found, &key| found | (key ^ first)).leading_zeros()
}

/// Sorts keys by radix. Keys that differ only below the bit `floor` may change places, unless they are in ascending
/// order. The buffer has room for as many.
fn sort<K: Key>(keys: &mut [K], scratch: &mut Vec<K>, floor: u32) {
    if keys.len() > SHORT {
        scratch.resize(keys.len(), K::zero());
    }
    by_radix(keys, scratch, floor);
    scratch.clear();
}

/// Sorts keys, those that differ only in bits below `floor` stably. The buffer is as long, or the lane short.
fn by_radix<K: Key>(keys: &mut [K], scratch: &mut [K], floor: u32) {
    let n = keys.len();
    if n <= SHORT {
        return keys.sort_unstable();
    }
    if keys.is_sorted() {
        return;
    }
    let bits = K::BITS - common_bits(keys);
    if size_of_val(keys) > SPLIT
        && let Some(ends) = split(keys, &mut scratch[..n], bits.saturating_sub(8).max(floor))
    {
        let mut start = 0;
        for end in ends {
            by_radix(&mut keys[start..end], scratch, floor);
            start = end;
        }
        return;
    }
    let digits = (bits - floor).div_ceil(8).min(if n <= MEDIUM { 3 } else { 4 });
    let low = bits.saturating_sub(8 * digits).max(floor);
    by_digits(keys, &mut scratch[..n], low, digits);
    if low > floor {
        each_disorder(keys, |&key| key >> low as usize, |group| by_radix(group, scratch, floor));
    }
}

/// Sorts by the digit from the bit `low` on, which is the leading one; where the keys with each digit end. Nothing is
/// done if more than an eighth have one digit, as of floats most have.
fn split<K: Key>(keys: &mut [K], scratch: &mut [K], low: u32) -> Option<[usize; 256]> {
    let mut ends = [0; 256];
    for &key in keys.iter() {
        ends[digit(key, low as usize)] += 1;
    }
    if ends.iter().any(|&count| count > keys.len() / 8) {
        return None;
    }
    starts(&mut ends);
    scatter(keys, scratch, low as usize, &mut ends);
    keys.copy_from_slice(scratch);
    Some(ends)
}

#[inline(always)]
fn digit<K: Key>(key: K, low: usize) -> usize {
    let shifted: usize = (key >> low).as_();
    shifted & 255
}

/// Makes starts of counts.
fn starts(counts: &mut [usize; 256]) {
    let mut next = 0;
    for count in counts {
        next += core::mem::replace(count, next);
    }
}

/// Copies the keys in the order of a digit, given where those with each digit start; these become ends.
#[inline(always)]
fn scatter<K: Key>(from: &[K], to: &mut [K], low: usize, starts: &mut [usize; 256]) {
    for &key in from {
        let place = &mut starts[digit(key, low)];
        to[*place] = key;
        *place += 1;
    }
}

/// Calls `sort` with each group of neighbours that have equal leading digits and are out of order.
fn each_disorder<K: Key>(
    keys: &mut [K],
    leading: impl Fn(&K) -> K,
    mut sort: impl FnMut(&mut [K]),
) {
    let mut at = 1;
    while let Some(found) = keys[at - 1..].windows(2).position(|pair| pair[0] > pair[1]) {
        at += found;
        let digits = leading(&keys[at]);
        let same = |key: &&K| leading(key) == digits;
        let start = at - keys[..at].iter().rev().take_while(same).count();
        let end = at + keys[at..].iter().take_while(same).count();
        sort(&mut keys[start..end]);
        at = end;
        if at >= keys.len() {
            break;
        }
    }
}

/// Sorts by some digits from the bit `low` on, stably.
fn by_digits<K: Key>(keys: &mut [K], scratch: &mut [K], low: u32, digits: u32) {
    match digits {
        0 => {}
        1 => passes::<K, 1>(keys, scratch, low),
        2 => passes::<K, 2>(keys, scratch, low),
        3 => passes::<K, 3>(keys, scratch, low),
        _ => passes::<K, 4>(keys, scratch, low),
    }
}

fn passes<K: Key, const D: usize>(keys: &mut [K], scratch: &mut [K], low: u32) {
    let low_of = |d: usize| low as usize + 8 * d;
    let mut counts = [[0; 256]; D];
    for &key in keys.iter() {
        for (d, counts) in counts.iter_mut().enumerate() {
            counts[digit(key, low_of(d))] += 1;
        }
    }
    let (mut from, mut to) = (&mut *keys, &mut *scratch);
    let mut is_swapped = false;
    for (d, counts) in counts.iter_mut().enumerate() {
        let low = low_of(d);
        if counts[digit(from[0], low)] == from.len() {
            continue;
        }
        starts(counts);
        scatter(from, to, low, counts);
        (from, to) = (to, from);
        is_swapped = !is_swapped;
    }
    if is_swapped {
        keys.copy_from_slice(scratch);
    }
}

/// Writes the positions that sort lanes of `n` numbers, stably. The numbers become keys.
///
/// What is sorted are 64 bits: 32 bits of a key and its position.
pub(super) fn argsort_lanes<K: Key>(
    bits: &mut [K],
    n: usize,
    keys: Keys<K>,
    positions: &mut [usize],
) {
    let (mut packed, mut scratch) = (buffer::<u64>(n), with_capacity::<u64>(n));
    for (lane, positions) in bits.chunks_mut(n).zip(positions.chunks_mut(n)) {
        encode(lane, keys);
        argsort(lane, &mut packed, &mut scratch);
        for (position, &packed) in positions.iter_mut().zip(&packed) {
            *position = packed as u32 as usize;
        }
    }
    give(packed);
    give(scratch);
}

fn argsort<K: Key>(keys: &[K], packed: &mut [u64], scratch: &mut Vec<u64>) {
    let bits = K::BITS - common_bits(keys);
    let low = bits.saturating_sub(32);
    for (position, (packed, &key)) in packed.iter_mut().zip(keys).enumerate() {
        let leading: u64 = (key >> low as usize).as_();
        *packed = leading << 32 | position as u64;
    }
    if !is_sorted_or_vectorised(packed, Keys::new(Kind::Unsigned, false, false)) {
        sort(packed, scratch, 32);
    }
    if low == 0 {
        return;
    }
    // Those with equal leading bits are in the order of their positions: a stable sort by the whole keys.
    let key_of = |packed: &u64| keys[*packed as u32 as usize];
    for group in packed.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
        if group.len() > 1 {
            group.sort_by_key(key_of);
        }
    }
}
