//! Random numbers from bits: normal ones, ones below a bound, ones of weights.
//!
//! `table.rs`: the layers of the ziggurat. Everything here gives the same numbers for the same bits on every
//! platform: sizes are sampled as `u64`, and `exp` and `ln` are those of `libm`, not of the system.

mod table;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use rand::Rng;
use table::X;

/// What part of an axis is drawn at most where the drawn indices are kept in a map and not in a list of all.
const SPARSE: usize = 16;

/// A number in `0.0..1.0`, a multiple of 2^-53.
#[inline]
pub(crate) fn unit(rng: &mut (impl Rng + ?Sized)) -> f64 {
    (rng.next_u64() >> 11) as f64 * (0.5 / (1_u64 << 52) as f64)
}

/// A number of the standard normal distribution.
///
/// Marsaglia and Tsang (2000), "The ziggurat method for generating random variables"; the layer and the
/// number are of different bits, as Doornik (2005), "An improved ziggurat method", asks.
#[inline]
pub(crate) fn normal(rng: &mut (impl Rng + ?Sized)) -> f64 {
    loop {
        let bits = rng.next_u64();
        let layer = (bits & 0xff) as usize;
        // In -1.0..1.0, of the upper 53 bits.
        let u = (bits >> 11) as f64 * (1.0 / (1_u64 << 52) as f64) - 1.0;
        let x = u * X[layer];
        if x.abs() < X[layer + 1] {
            return x;
        }
        if let Some(x) = beside(layer, x, rng) {
            return x;
        }
    }
}

/// The number right of the rectangle that a layer contains for certain: in its wedge, or in the tail.
#[cold]
fn beside(layer: usize, x: f64, rng: &mut (impl Rng + ?Sized)) -> Option<f64> {
    if layer == 0 {
        let r = X[1];
        loop {
            // 1 - u is not 0.
            let beyond = -libm::log(1.0 - unit(rng)) / r;
            if -2.0 * libm::log(1.0 - unit(rng)) > beyond * beyond {
                return Some(if x < 0.0 { -r - beyond } else { r + beyond });
            }
        }
    }
    let density = |x: f64| libm::exp(-0.5 * x * x);
    let (low, high) = (density(X[layer]), density(X[layer + 1]));
    (low + (high - low) * unit(rng) < density(x)).then_some(x)
}

/// A number below `bound`, which is not 0, each with the same probability.
///
/// Lemire (2019), "Fast random integer generation in an interval".
#[inline]
pub(crate) fn below(bound: usize, rng: &mut (impl Rng + ?Sized)) -> usize {
    let bound = bound as u64;
    let draw = |bits: u64| u128::from(bits) * u128::from(bound);
    let mut product = draw(rng.next_u64());
    if (product as u64) < bound {
        let least = bound.wrapping_neg() % bound;
        while (product as u64) < least {
            product = draw(rng.next_u64());
        }
    }
    (product >> 64) as usize
}

/// Swaps elements into a random order; `swap` is given two different numbers below `n`.
///
/// Fisher and Yates (1938), in the form of Durstenfeld (1964).
#[inline]
pub(crate) fn shuffle(n: usize, rng: &mut (impl Rng + ?Sized), mut swap: impl FnMut(usize, usize)) {
    for i in (1..n).rev() {
        let j = below(i + 1, rng);
        if i != j {
            swap(i, j);
        }
    }
}

/// `count` different indices below `n`, which is at least `count`, in random order: the first steps of a
/// shuffle.
pub(crate) fn distinct(n: usize, count: usize, rng: &mut (impl Rng + ?Sized)) -> Vec<usize> {
    if count < n / SPARSE {
        // The places whose index is another than their own.
        let mut moved = BTreeMap::new();
        let mut step = |i: usize| {
            let j = i + below(n - i, rng);
            let here = moved.get(&i).copied().unwrap_or(i);
            moved.insert(j, here).unwrap_or(j)
        };
        return (0..count).map(&mut step).collect();
    }
    let mut indices: Vec<usize> = (0..n).collect();
    for i in 0..count {
        indices.swap(i, i + below(n - i, rng));
    }
    indices.truncate(count);
    indices
}

/// `count` indices, each with the probability of its weight. The weights are finite and not negative, their
/// sum is finite and not 0.
pub(crate) fn weighted(weights: &[f64], count: usize, rng: &mut (impl Rng + ?Sized)) -> Vec<usize> {
    let mut sum = 0.0;
    let mut add = |&weight: &f64| {
        sum += weight;
        sum
    };
    let sums: Vec<f64> = weights.iter().map(&mut add).collect();
    let last = weights.iter().rposition(|&weight| weight > 0.0).expect("a weight is not 0");
    // The product may be rounded up to the sum.
    let find = |at: f64| sums.partition_point(|&sum| sum <= at).min(last);
    (0..count).map(|_| find(unit(rng) * sum)).collect()
}

/// `count` different indices, drawn one after the other, each with the probability of its weight among those
/// that are left. At least so many weights are not 0.
///
/// Efraimidis and Spirakis (2006), "Weighted random sampling with a reservoir", with the logarithms of the logarithms
/// of their keys: quotients by subnormal weights overflow.
pub(crate) fn weighted_distinct(
    weights: &[f64],
    count: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<usize> {
    let key = |(index, &weight): (usize, &f64)| {
        // Exponentially distributed; the least of all comes first.
        let time = -libm::log(1.0 - unit(rng));
        (weight > 0.0).then(|| (libm::log(time) - libm::log(weight), index))
    };
    let mut keys: Vec<(f64, usize)> = weights.iter().enumerate().filter_map(key).collect();
    keys.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    keys.truncate(count);
    keys.into_iter().map(|(_, index)| index).collect()
}
