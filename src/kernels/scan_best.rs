//! Running maxima and minima along an axis. `scan.rs` says how memory is seen.

use super::copy::in_row_major;
use super::operand::Source;
use super::scan::in_order;
use super::uninit::with_capacity;
use crate::formulas::ordered::is_nan;
use alloc::vec::Vec;

/// The best elements so far along `axis`. Of those none of which is better the first one stays, and a NaN
/// stays for ever.
pub(crate) fn scan_best<T: PartialOrd + Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    is_better: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let shape = source.layout().shape();
    let from = in_row_major(source);
    let (n, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    if inner > 1 {
        return in_order(&from, [n, inner], |best, x| {
            // Without a branch.
            let is_next = (is_better(x, best) | is_nan(x)) & !is_nan(best);
            if is_next { x.clone() } else { best.clone() }
        });
    }
    let mut results = with_capacity(from.len());
    for lane in from.chunks(n.max(1)) {
        add_best(&mut results, lane, &is_better);
    }
    results
}

/// How many elements are compared with the best one before them together.
const COMPARED_ELEMENTS: usize = 16;

/// Appends the best elements so far of a lane.
///
/// Step by step, each would wait for the one before. A block in which nothing is better is as many copies; in
/// the others a step is one instruction, since a NaN ends the lane.
fn add_best<T: PartialOrd + Clone>(
    results: &mut Vec<T>,
    lane: &[T],
    is_better: impl Fn(&T, &T) -> bool,
) {
    let (end, mut best) = (results.len() + lane.len(), lane[0].clone());
    for block in lane.chunks(COMPARED_ELEMENTS) {
        let (mut has_nan, mut has_better) = (false, false);
        for x in block {
            has_nan |= is_nan(x);
            has_better |= is_better(x, &best);
        }
        if !(has_nan || has_better) {
            results.resize(results.len() + block.len(), best.clone());
            continue;
        }
        let nan = if has_nan { block.iter().position(is_nan) } else { None };
        results.extend(block[..nan.unwrap_or(block.len())].iter().map(|x| {
            if is_better(x, &best) {
                best = x.clone();
            }
            best.clone()
        }));
        if let Some(nan) = nan {
            return results.resize(end, block[nan].clone());
        }
    }
}
