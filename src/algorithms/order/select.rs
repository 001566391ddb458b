//! Selection: lanes split at their k-th element, without sorting them.

use super::compare;
use super::{share, share_one};
use crate::kernels::keys::{Key, KeyWords, Keys, Kind, ReadWords, each_width, read_words, words};
use crate::kernels::thresholds::FEW_SELECTED;
use alloc::vec::Vec;
use num_traits::AsPrimitive;

/// Moves the elements of each lane of `n` so that the element at `k` is the one that is there in a sorted lane,
/// none before it comes after it in order, and none behind it before.
pub(crate) fn select_lanes<T: PartialOrd>(elements: &mut [T], n: usize, k: usize) {
    if elements.is_empty() {
        return;
    }
    match words(elements) {
        Some(found) => select_words(found, n, k),
        None => elements.chunks_mut(n).for_each(|lane| {
            lane.select_nth_unstable_by(k, |a, b| compare(a, b, false));
        }),
    }
}

fn select_words((words, kind): (KeyWords<'_>, Kind), n: usize, k: usize) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, false, false);
        share_one((bits, n), &|bits| bits.chunks_mut(n).for_each(|lane| select(lane, keys, k)));
    });
}

/// One lane; narrow numbers are selected as those of 32 bits.
fn select<K: Key>(lane: &mut [K], keys: Keys<K>, k: usize) {
    if const { K::BITS < 32 } {
        let mut all = narrow_keys(lane, keys);
        all.select_nth_unstable(k);
        for (bits, key) in lane.iter_mut().zip(all) {
            *bits = keys.decode(K::from(key).expect("a narrow key"));
        }
    } else {
        for bits in &mut *lane {
            *bits = keys.encode(*bits);
        }
        lane.select_nth_unstable(k);
        for key in lane {
            *key = keys.decode(*key);
        }
    }
}

pub(super) fn narrow_keys<K: Key>(lane: &[K], keys: Keys<K>) -> Vec<u32> {
    let wide = |bits: &K| -> u64 { keys.encode(*bits).as_() };
    lane.iter().map(|bits| wide(bits) as u32).collect()
}

/// How positions are selected.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The place of the sorted lane before which all come that are selected.
    pub(crate) at: usize,
    /// Whether the positions are written in order; else only that at `at` is in its place.
    pub(crate) is_sorted: bool,
    pub(crate) descending: bool,
}

/// Writes the positions of the first `m` elements of each lane of `n`, of equal ones those with the lowest
/// positions. The elements stay as they are.
pub(crate) fn argselect_lanes<T: PartialOrd>(
    elements: &[T],
    n: usize,
    selection: Selection,
    (positions, m): (&mut [usize], usize),
) {
    if elements.is_empty() || m == 0 {
        return;
    }
    // Positions are packed in 32 bits.
    if u32::try_from(n).is_ok()
        && let Some(found) = read_words(elements)
    {
        return argselect_words(found, n, selection, (positions, m));
    }
    let Selection { at, is_sorted, descending } = selection;
    for (lane, to) in elements.chunks(n).zip(positions.chunks_mut(m)) {
        let mut all: Vec<usize> = (0..n).collect();
        let order = |a: &usize, b: &usize| compare(&lane[*a], &lane[*b], descending).then(a.cmp(b));
        all.select_nth_unstable_by(at, order);
        if is_sorted {
            all[..m].sort_unstable_by(order);
        }
        to.copy_from_slice(&all[..m]);
    }
}

fn argselect_words(
    (words, kind): (ReadWords<'_>, Kind),
    n: usize,
    selection: Selection,
    (positions, m): (&mut [usize], usize),
) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, selection.descending, true);
        let mut lanes: Vec<_> = bits.chunks(n).collect();
        share(size_of_val(bits), (&mut lanes, 1), (positions, m), &|lanes, positions| {
            let lanes = lanes.iter().zip(positions.chunks_mut(m));
            lanes.for_each(|(lane, to)| argselect(lane, keys, selection, to));
        });
    });
}

/// One lane of numbers: pairs of keys and positions are selected, in 64 bits where both have room.
fn argselect<K: Key>(lane: &[K], keys: Keys<K>, selection: Selection, to: &mut [usize]) {
    if const { K::BITS <= 32 } {
        let pack = |key: K, i: usize| AsPrimitive::<u64>::as_(key) << 32 | i as u64;
        first(lane, keys, selection, to, pack, |packed| packed as u32 as usize);
    } else {
        first(lane, keys, selection, to, |key, i| (key, i as u32), |(_, i)| i as usize);
    }
}

fn first<K: Key, P: Ord + Copy>(
    lane: &[K],
    keys: Keys<K>,
    selection: Selection,
    to: &mut [usize],
    pack: impl Fn(K, usize) -> P,
    position: impl Fn(P) -> usize,
) {
    let Selection { at, is_sorted, .. } = selection;
    let mut pairs = if to.len() == at + 1 && to.len() <= lane.len() / FEW_SELECTED {
        few(lane, keys, at, &pack, &position)
    } else {
        lane.iter().enumerate().map(|(i, &bits)| pack(keys.encode(bits), i)).collect()
    };
    pairs.select_nth_unstable(at);
    pairs.truncate(to.len());
    if is_sorted {
        pairs.sort_unstable();
    }
    for (to, pair) in to.iter_mut().zip(pairs) {
        *to = position(pair);
    }
}

/// How many keys are compared with the last of those selected so far together.
const COMPARED_KEYS: usize = 32;

/// The pairs up to the one at `at` in order, and perhaps some others: most keys come after those that were
/// selected before, and are no more than read.
fn few<K: Key, P: Ord + Copy>(
    lane: &[K],
    keys: Keys<K>,
    at: usize,
    pack: impl Fn(K, usize) -> P,
    position: impl Fn(P) -> usize,
) -> Vec<P> {
    let room = 2 * (at + 1);
    let (start, rest) = lane.split_at(room);
    let mut pairs = Vec::with_capacity(room + COMPARED_KEYS);
    pairs.extend(start.iter().enumerate().map(|(i, &bits)| pack(keys.encode(bits), i)));
    let mut last = K::max_value();
    for (n, block) in rest.chunks(COMPARED_KEYS).enumerate() {
        if pairs.len() >= room {
            pairs.select_nth_unstable(at);
            pairs.truncate(at + 1);
            last = keys.encode(lane[position(pairs[at])]);
        }
        // Of equal keys those before are first.
        let has_some = block.iter().fold(false, |some, &bits| some | (keys.encode(bits) < last));
        if has_some {
            for (i, &bits) in block.iter().enumerate() {
                let key = keys.encode(bits);
                if key < last {
                    pairs.push(pack(key, room + n * COMPARED_KEYS + i));
                }
            }
        }
    }
    pairs
}
