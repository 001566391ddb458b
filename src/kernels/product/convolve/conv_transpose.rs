//! Transposed convolution: each element of the images adds a weighted window to the results.
//!
//! The results whose index has one remainder by the stride, one phase of them, take their sums from the
//! elements of the window at every so many places: they are a convolution at stride 1 with these. Nothing is
//! multiplied by a zero that a stride puts between elements.

use super::{Inputs, Number, Sizes, Spatial, convolve};
use crate::kernels::uninit::zeroed;
use alloc::vec;
use alloc::vec::Vec;

/// For how many channels of the results weights are moved at a time.
const CHANNELS: usize = 8;

/// The results of an axis at one remainder by the stride.
struct Phase {
    /// The elements of the window that they take, the last one first.
    taps: Vec<usize>,
    convolved: Spatial,
    /// How many results of this convolution come before the first one.
    skipped: usize,
    first: usize,
    /// The stride and the size of all results.
    stride: usize,
    out: usize,
}

/// The phases of an axis of a transposed convolution.
fn phases_of(axis: &Spatial) -> Vec<Phase> {
    let Spatial { size, kernel, stride, dilation, before, out } = *axis;
    let phase = |first: usize| {
        let start = first + before;
        let falls_on = |t: &usize| t * dilation % stride == start % stride;
        let taps: Vec<usize> = (0..kernel).rev().filter(falls_on).collect();
        let reach = taps.first().map_or(start, |t| t * dilation);
        let skipped = start.saturating_sub(reach) / stride;
        let convolved = Spatial {
            size,
            kernel: taps.len(),
            stride: 1,
            dilation: if taps.len() > 1 { (taps[0] - taps[1]) * dilation / stride } else { 1 },
            before: reach.saturating_sub(start) / stride,
            out: (out - first).div_ceil(stride) + skipped,
        };
        Phase { taps, convolved, skipped, first, stride, out }
    };
    (0..stride.min(out)).map(phase).collect()
}

/// Adds up weighted windows: images `[count, groups * c_in, size..]`, weights `[groups * c_in, c_out,
/// kernel..]`, results `[count, groups * c_out, out..]`; sums begin with the bias of their channel.
pub(super) fn convolve_transposed<T: Number>(sizes: &Sizes<'_>, inputs: Inputs<'_, T>) -> Vec<T> {
    sizes.check(&inputs);
    let (planes, plane) = (sizes.count * sizes.groups * sizes.c_out, sizes.result());
    let mut results = zeroed(planes * plane);
    if results.is_empty() {
        return results;
    }
    let phases: Vec<Vec<Phase>> = sizes.axes.iter().map(phases_of).collect();
    for number in 0..phases.iter().map(Vec::len).product() {
        let mut rest = number;
        let chosen: Vec<&Phase> = phases
            .iter()
            .map(|phases| {
                let phase = &phases[rest % phases.len()];
                rest /= phases.len();
                phase
            })
            .collect();
        let axes: Vec<Spatial> = chosen.iter().map(|phase| phase.convolved).collect();
        let weights = &turn(sizes, inputs.weights, &chosen);
        let part = convolve(&Sizes { axes: &axes, ..*sizes }, Inputs { weights, ..inputs });
        if chosen.iter().all(|phase| phase.skipped == 0 && phase.convolved.out == phase.out) {
            return part;
        }
        for (part, results) in
            part.chunks_exact(part.len() / planes).zip(results.chunks_exact_mut(plane))
        {
            spread(&chosen, part, results);
        }
    }
    results
}

/// Returns the weights of a phase, `[groups * c_out, c_in, taps..]`.
fn turn<T: Number>(sizes: &Sizes<'_>, weights: &[T], phases: &[&Phase]) -> Vec<T> {
    let mut taps = vec![0];
    for (axis, phase) in sizes.axes.iter().zip(phases) {
        let along = |&tap: &usize| phase.taps.iter().map(move |t| tap * axis.kernel + t);
        taps = taps.iter().flat_map(along).collect();
    }
    let (c_in, c_out, window) = (sizes.c_in, sizes.c_out, sizes.window());
    let mut turned = vec![T::zero(); sizes.groups * c_in * c_out * taps.len()];
    if turned.is_empty() {
        return turned;
    }
    let inner = c_in * taps.len();
    // Some channels of the results at a time: their weights are next to each other, and the places of those of
    // one channel of the images too.
    let channels = (0..c_out).step_by(CHANNELS);
    for (first, c) in channels.flat_map(|first| (0..sizes.groups * c_in).map(move |c| (first, c))) {
        let from = &weights[(c * c_out + first) * window..(c + 1) * c_out * window];
        let to = (c / c_in * c_out + first) * inner + c % c_in * taps.len();
        for (j, &tap) in taps.iter().enumerate() {
            let places = turned[to + j..].iter_mut().step_by(inner);
            let weights = from[tap..].iter().step_by(window).take(CHANNELS);
            places.zip(weights).for_each(|(place, weight)| place.clone_from(weight));
        }
    }
    turned
}

/// Writes the results of a phase to their places.
fn spread<T: Clone>(phases: &[&Phase], part: &[T], results: &mut [T]) {
    let (phase, inner) = phases.split_first().expect("an axis");
    let parts = part.chunks_exact(part.len() / phase.convolved.out).skip(phase.skipped);
    if inner.is_empty() {
        let places = results[phase.first..].iter_mut().step_by(phase.stride);
        places.zip(&part[phase.skipped..]).for_each(|(place, x)| place.clone_from(x));
        return;
    }
    let places = results.chunks_exact_mut(results.len() / phase.out);
    let places = places.skip(phase.first).step_by(phase.stride);
    places.zip(parts).for_each(|(places, part)| spread(inner, part, places));
}
