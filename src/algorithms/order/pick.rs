//! A few elements of each lane, as they are in the sorted lane: what quantiles need.

use super::select::narrow_keys;
use super::{share_one, sort_lanes};
use crate::kernels::dispatch::vectorised_by_256;
use crate::kernels::index::{compress, count_true};
use crate::kernels::keys::{Key, KeyWords, Keys, Kind, each_width, words};
use crate::kernels::thresholds::SAMPLED_LANE;
use alloc::vec;
use alloc::vec::Vec;

/// Writes to places of each lane of `n` the elements that are there in a sorted lane. Places are in pairs of one place and
/// the same, or the one after it. What is left of the others is not specified.
pub(crate) fn pick_lanes<T: PartialOrd>(elements: &mut [T], n: usize, places: &[[usize; 2]]) {
    if elements.is_empty() {
        return;
    }
    match words(elements) {
        Some(found) => pick_words(found, n, places),
        None => sort_lanes(elements, n, false),
    }
}

fn pick_words((words, kind): (KeyWords<'_>, Kind), n: usize, places: &[[usize; 2]]) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, false, false);
        share_one((bits, n), &|bits| {
            bits.chunks_mut(n).for_each(|lane| pick(lane, keys, places));
        });
    });
}

/// One lane; narrow numbers are picked as those of 32 bits.
fn pick<K: Key>(lane: &mut [K], keys: Keys<K>, places: &[[usize; 2]]) {
    let picked: Vec<[K; 2]> = if const { K::BITS < 32 } {
        let mut all = narrow_keys(lane, keys);
        let mut picked = |place| pick_keys(&mut all, place);
        let narrow = |key| K::from(key).expect("a narrow key");
        places.iter().map(|&place| picked(place).map(narrow)).collect()
    } else {
        vectorised_by_256(
            #[inline(always)]
            || lane.iter_mut().for_each(|bits| *bits = keys.encode(*bits)),
        );
        places.iter().map(|&place| pick_keys(lane, place)).collect()
    };
    for (&at, key) in places.as_flattened().iter().zip(picked.into_flattened()) {
        lane[at] = keys.decode(key);
    }
}

/// How many keys of a long lane are sorted at most, to know roughly where the others belong.
const SAMPLE: usize = 4096;
/// How far from its place among the sample a key may be: four standard deviations, where half of the keys come
/// before it.
const SAMPLE_MARGIN: usize = 128;

/// The keys that are at two places of a sorted lane, of which the order may change.
///
/// Of a long lane, only the keys between two of a sample are selected from (Floyd and Rivest 1975, "Expected time
/// bounds for selection"). If they turn out to be the wrong ones, or too many, all are.
fn pick_keys<K: Key>(lane: &mut [K], [low, high]: [usize; 2]) -> [K; 2] {
    if lane.len() >= SAMPLED_LANE {
        let step = lane.len().div_ceil(SAMPLE);
        let mut sample: Vec<K> = lane.iter().step_by(step).copied().collect();
        sample.sort_unstable();
        let place = low / step;
        let from = place.checked_sub(SAMPLE_MARGIN).map_or(K::zero(), |i| sample[i]);
        let to = sample.get(place + SAMPLE_MARGIN).map_or(K::max_value(), |&key| key);
        let mut before = 0_usize;
        let mut is_within = vec![false; lane.len()];
        vectorised_by_256(
            #[inline(always)]
            || {
                for (keys, are_within) in lane.chunks(256).zip(is_within.chunks_mut(256)) {
                    before += keys.iter().map(|&key| u16::from(key < from)).sum::<u16>() as usize;
                    for (key, is_within) in keys.iter().zip(are_within) {
                        *is_within = (from <= *key) & (*key <= to);
                    }
                }
            },
        );
        let within = count_true(&is_within);
        if before <= low && high < before + within && within <= lane.len() / 4 {
            let mut kept = compress(lane, &is_within);
            return pick_all(&mut kept, low - before, high - before);
        }
    }
    pick_all(lane, low, high)
}

fn pick_all<K: Key>(lane: &mut [K], low: usize, high: usize) -> [K; 2] {
    let (before, &mut second, _) = lane.select_nth_unstable(high);
    let first = if low < high { *before.select_nth_unstable(low).1 } else { second };
    [first, second]
}
