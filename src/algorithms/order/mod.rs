//! Order: sorted lanes, their positions, selection of the k-th element, sets as sorted vectors.
//!
//! `radix.rs` sorts built-in numbers as unsigned integers of the same width and order (`kernels/keys.rs`), four
//! loops for all types, or calls the vectorised sort (`kernels/sort/`). `select.rs`: selection. `pick.rs`: one or two
//! elements of a lane, for `quantile.rs`. `sets.rs`: equal elements of sorted vectors. Here: lanes, threads, and the
//! order of any other type.
//!
//! The lanes follow each other, `n` elements each. NaN, or what is not equal to itself, comes last.

#[cfg(any(feature = "std", feature = "libm"))]
mod pick;
#[cfg(any(feature = "std", feature = "libm"))]
mod quantile;
mod radix;
mod select;
pub(crate) mod sets;

#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use quantile::{Spot, quantiles};
pub(crate) use select::{Selection, argselect_lanes, select_lanes};

use crate::kernels::keys::{KeyWords, Keys, Kind, each_width, words};
use crate::kernels::threads;
use crate::kernels::thresholds::SORTED_ON_THREADS;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Compares with NaN behind everything else, in either direction.
pub(crate) fn compare<T: PartialOrd>(a: &T, b: &T, descending: bool) -> Ordering {
    let is_nan = |x: &T| x.partial_cmp(x).is_none();
    match a.partial_cmp(b) {
        Some(order) if descending => order.reverse(),
        Some(order) => order,
        None => is_nan(a).cmp(&is_nan(b)),
    }
}

/// Calls `f` with lanes and what belongs to them, on several threads if there is enough to do: `bytes` of elements.
///
/// `A` and `B` have `n` and `m` items a lane.
fn share<A: Send, B: Send>(
    bytes: usize,
    (a, n): (&mut [A], usize),
    (b, m): (&mut [B], usize),
    f: &(dyn Fn(&mut [A], &mut [B]) + Sync),
) {
    let lanes = a.len() / n;
    let pieces = threads::piece_count().min(lanes);
    if bytes < SORTED_ON_THREADS || pieces < 2 || !threads::are_several() {
        return f(a, b);
    }
    let each = lanes.div_ceil(pieces);
    let pieces = a.chunks_mut(each * n).zip(b.chunks_mut(each * m));
    threads::share(pieces, |(a, b)| f(a, b));
}

/// Sorts each lane of `n` elements. Elements of other types than built-in numbers are sorted stably.
pub(crate) fn sort_lanes<T: PartialOrd>(elements: &mut [T], n: usize, descending: bool) {
    if elements.is_empty() {
        return;
    }
    match words(elements) {
        Some(found) => sort_words(found, n, descending),
        None => {
            let lanes = elements.chunks_mut(n);
            lanes.for_each(|lane| lane.sort_by(|a, b| compare(a, b, descending)));
        }
    }
}

// Functions without type parameters are compiled in this crate, not in each program.

fn sort_words((words, kind): (KeyWords<'_>, Kind), n: usize, descending: bool) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, descending, false);
        share_one((bits, n), &|bits| radix::sort_lanes(bits, n, keys));
    });
}

/// As [`share`], with nothing that belongs to the lanes.
fn share_one<A: Send>((a, n): (&mut [A], usize), f: &(dyn Fn(&mut [A]) + Sync)) {
    let mut marks = alloc::vec![(); a.len() / n];
    share(size_of_val(a), (a, n), (&mut marks, 1), &|a, _| f(a));
}

/// Writes for each lane of `n` elements the positions that sort it, stably. What is left of the elements of
/// built-in numbers is not specified.
pub(crate) fn argsort_lanes<T: PartialOrd>(
    elements: &mut [T],
    n: usize,
    descending: bool,
    positions: &mut [usize],
) {
    if elements.is_empty() {
        return;
    }
    // Positions are packed in 32 bits.
    if u32::try_from(n).is_ok()
        && let Some(found) = words(elements)
    {
        return argsort_words(found, n, descending, positions);
    }
    for (lane, positions) in elements.chunks(n).zip(positions.chunks_mut(n)) {
        positions.iter_mut().enumerate().for_each(|(i, position)| *position = i);
        positions.sort_by(|&a, &b| compare(&lane[a], &lane[b], descending));
    }
}

fn argsort_words(
    (words, kind): (KeyWords<'_>, Kind),
    n: usize,
    descending: bool,
    positions: &mut [usize],
) {
    each_width!(words, |bits| {
        let keys = Keys::new(kind, descending, true);
        let sort = |bits: &mut [_], to: &mut [usize]| radix::argsort_lanes(bits, n, keys, to);
        share(size_of_val(bits), (bits, n), (positions, n), &sort);
    });
}

/// The elements at some positions of each lane, `m` of the `n`.
pub(crate) fn taken<T: Clone>(elements: &[T], n: usize, positions: &[usize], m: usize) -> Vec<T> {
    if elements.is_empty() || m == 0 {
        return Vec::new();
    }
    let lanes = elements.chunks(n).zip(positions.chunks(m));
    lanes.flat_map(|(lane, positions)| positions.iter().map(|&i| lane[i].clone())).collect()
}
