//! Selection: lanes split at their k-th element, without sorting them.

use super::compare;
use super::keys::{Key, Keys, Kind, Words, each_width, words};
use super::{share, share_one};
use alloc::vec::Vec;

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

fn select_words((words, kind): (Words<'_>, Kind), n: usize, k: usize) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, false, false);
        share_one((bits, n), &|bits| bits.chunks_mut(n).for_each(|lane| select(lane, keys, k)));
    });
}

/// One lane; narrow numbers are selected as those of 32 bits.
fn select<K: Key>(lane: &mut [K], keys: Keys<K>, k: usize) {
    if const { K::BITS < 32 } {
        let wide = |bits: &K| -> u64 { keys.encode(*bits).as_() };
        let mut all: Vec<u32> = lane.iter().map(|bits| wide(bits) as u32).collect();
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
    elements: &mut [T],
    n: usize,
    selection: Selection,
    (positions, m): (&mut [usize], usize),
) {
    if elements.is_empty() || m == 0 {
        return;
    }
    // Positions are packed in 32 bits.
    if u32::try_from(n).is_ok()
        && let Some(found) = words(elements)
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
    (words, kind): (Words<'_>, Kind),
    n: usize,
    selection: Selection,
    (positions, m): (&mut [usize], usize),
) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, selection.descending, true);
        share((bits, n), (positions, m), &|bits, positions| {
            let lanes = bits.chunks(n).zip(positions.chunks_mut(m));
            lanes.for_each(|(lane, to)| argselect(lane, keys, selection, to));
        });
    });
}

/// One lane of numbers: pairs of keys and positions are selected, in 64 bits where both have room.
fn argselect<K: Key>(lane: &[K], keys: Keys<K>, selection: Selection, to: &mut [usize]) {
    let wide = |bits: K| -> u64 { keys.encode(bits).as_() };
    let numbered = lane.iter().enumerate();
    if const { K::BITS <= 32 } {
        let pack = |(i, &bits): (usize, &K)| wide(bits) << 32 | i as u64;
        first(numbered.map(pack).collect(), selection, to, |packed| packed as u32 as usize);
    } else {
        let pack = |(i, &bits): (usize, &K)| (wide(bits), i as u32);
        first(numbered.map(pack).collect(), selection, to, |(_, i)| i as usize);
    }
}

fn first<P: Ord + Copy>(
    mut all: Vec<P>,
    selection: Selection,
    to: &mut [usize],
    position: impl Fn(P) -> usize,
) {
    all.select_nth_unstable(selection.at);
    all.truncate(to.len());
    if selection.is_sorted {
        all.sort_unstable();
    }
    for (to, pair) in to.iter_mut().zip(all) {
        *to = position(pair);
    }
}
