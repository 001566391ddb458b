//! Quantiles of lanes: one or two elements of the sorted lane, and what is between them.

use super::pick::pick_lanes;
use super::sort_lanes;
use crate::kernels::thresholds::SAMPLED_LANE;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::Float;

/// How many quantiles of a long lane are selected one after the other (`quantiles f64, 3 of 1M`, 0.77). For more, or of shorter
/// lanes, to sort the lane takes less.
const FEW_SPOTS: usize = 4;

/// Where a quantile is in a sorted lane: at one place, or between it and the next one.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) low: usize,
    /// `low` or the place after it.
    pub(crate) high: usize,
    /// 0 at `low`, 1 at `high`.
    pub(crate) weight: f64,
}

/// The quantiles of lanes of `n` elements: all of the first spot, then of the next. A lane with a NaN has no other.
pub(crate) fn quantiles<T: Float>(elements: &mut [T], n: usize, spots: &[Spot]) -> Vec<T> {
    let lanes = || 0..elements.len() / n;
    let has_nan = |lane: &[T]| {
        // Without an end for each element, so that the loop vectorises.
        lane.chunks(256).any(|part| part.iter().fold(false, |has, x| has | x.is_nan()))
    };
    let has_nan: Vec<bool> = lanes().map(|lane| has_nan(&elements[lane * n..][..n])).collect();
    let places: Vec<[usize; 2]> = spots.iter().map(|spot| [spot.low, spot.high]).collect();
    match spots.len() == 1 || spots.len() <= FEW_SPOTS && n >= SAMPLED_LANE {
        true => pick_lanes(elements, n, &places),
        false => sort_lanes(elements, n, false),
    }
    let mut results = vec![T::nan(); spots.len() * has_nan.len()];
    for (i, result) in results.iter_mut().enumerate() {
        let (spot, lane) = (spots[i / has_nan.len()], i % has_nan.len());
        if !has_nan[lane] {
            let lane = &elements[lane * n..][..n];
            *result = between(lane[spot.low], lane[spot.high], spot.weight);
        }
    }
    results
}

/// The number between two others, exact at both ends.
fn between<T: Float>(low: T, high: T, weight: f64) -> T {
    if size_of::<T>() < size_of::<f32>() {
        // Rounded once.
        let wide = |x: T| x.to_f32().unwrap_or(f32::NAN);
        return T::from(between(wide(low), wide(high), weight)).unwrap_or_else(T::nan);
    }
    let part = |weight: f64| T::from(weight).unwrap_or_else(T::nan);
    let distance = high - low;
    if low == high || weight == 0.0 {
        low
    } else if weight == 1.0 {
        high
    } else if weight == 0.5 && (low + high).is_finite() {
        // Rounded once, also of opposite numbers.
        (low + high) * part(0.5)
    } else if distance.is_infinite() {
        // One of them is, or the difference is too large for the type.
        low * part(1.0 - weight) + high * part(weight)
    } else if weight < 0.5 {
        low + distance * part(weight)
    } else {
        high - distance * part(1.0 - weight)
    }
}
