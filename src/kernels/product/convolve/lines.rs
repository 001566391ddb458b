//! Convolutions of `f32` and `f64` with one channel in each group, windows at stride 1 along the last axis.
//!
//! A channel is too little work for a copy with a border: lines of the image are read where they lie. Which
//! lanes of a shifted line are inside of it is the same for all lines.

use super::Spatial;
use crate::kernels::dispatch::arch;
use crate::kernels::product::registers::Registers;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use pulp::{Simd, WithSimd};

/// Images of one channel, and the results of several channels.
pub(super) struct Lines<'a, F> {
    /// Leading axes, and the last one, whose stride is 1.
    pub(super) axes: &'a [Spatial],
    pub(super) x: &'a [F],
    /// A window for each of the channels.
    pub(super) weights: &'a [F],
    pub(super) bias: Option<&'a [F]>,
    /// How many channels each image has a result of.
    pub(super) c_out: usize,
    /// The images, counted from the first one of the weights; these begin again after the last one.
    pub(super) images: Range<usize>,
    /// The place of the first result of image 0.
    pub(super) result: *mut F,
}

impl<F: Registers> Lines<'_, F> {
    /// Writes the results.
    ///
    /// # Safety
    /// From `result` on there is a place for each window of each channel of the results, and nothing else
    /// reaches those of `images`.
    pub(super) unsafe fn write(self) {
        arch().dispatch(self);
    }
}

/// Which vectors of a line, which lanes.
struct Masks<F: Registers, S: Simd> {
    /// Of each vector of results.
    results: Vec<F::Mask<S>>,
    /// Of each element of a window, of each vector.
    inside: Vec<F::Mask<S>>,
    /// As many that select nothing, for lines that are not there.
    outside: Vec<F::Mask<S>>,
}

impl<F: Registers, S: Simd> Masks<F, S> {
    #[inline(always)]
    fn new(simd: S, axis: &Spatial) -> Self {
        let lanes = F::lanes::<S>();
        let starts = (0..axis.out).step_by(lanes);
        let results = starts.clone().map(|start| F::between(simd, 0, lanes.min(axis.out - start)));
        let (mut inside, results) = (vec![], results.collect());
        for t in 0..axis.kernel {
            let shift = t * axis.dilation;
            for start in starts.clone() {
                let low = axis.before.saturating_sub(start + shift).min(lanes);
                let high = (axis.size + axis.before).saturating_sub(start + shift).min(lanes);
                let high = high.min(axis.out - start).max(low);
                inside.push(F::between(simd, low, high));
            }
        }
        let outside = vec![F::between(simd, 0, 0); inside.len()];
        Masks { results, inside, outside }
    }
}

impl<F: Registers> WithSimd for Lines<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (last, leading) = self.axes.split_last().expect("an axis");
        let masks = Masks::<F, S>::new(simd, last);
        let vectors = masks.results.len();
        let sizes = |of: fn(&Spatial) -> usize| leading.iter().map(of).product::<usize>();
        let (lines, window) = (sizes(|axis| axis.out), sizes(|axis| axis.kernel));
        let (image, plane) = (sizes(|axis| axis.size) * last.size, lines * last.out);
        let groups = self.weights.len() / (window * last.kernel * self.c_out);
        assert!(self.images.end * image <= self.x.len());
        let mut rows = vec![None; window];
        for number in self.images.clone() {
            let x = &self.x[number * image..][..image];
            for line in 0..lines {
                find_rows(leading, line, &mut rows);
                for c in 0..self.c_out {
                    let channel = number % groups * self.c_out + c;
                    let weights = &self.weights[channel * window * last.kernel..];
                    let to = (number * self.c_out + c) * plane + line * last.out;
                    let line = Line {
                        x,
                        rows: &rows,
                        weights: &weights[..window * last.kernel],
                        bias: self.bias.map_or(F::zero(), |bias| bias[channel]),
                        axis: last,
                        masks: &masks,
                    };
                    let (to, mut vector) = (self.result.wrapping_add(to), 0);
                    while vector < vectors {
                        vector += match vectors - vector {
                            // SAFETY: the place of a line of the result, by the caller's promise.
                            left if left == 1 || S::IS_SCALAR => unsafe {
                                line.write::<1>(simd, vector, to)
                            },
                            // SAFETY: as above, by the caller's promise.
                            2 | 3 => unsafe { line.write::<2>(simd, vector, to) },
                            // SAFETY: as above, by the caller's promise.
                            _ => unsafe { line.write::<4>(simd, vector, to) },
                        };
                    }
                }
            }
        }
    }
}

/// One line of the result.
struct Line<'a, F: Registers, S: Simd> {
    x: &'a [F],
    /// The number of the line of the image for each line of the window, where there is one.
    rows: &'a [Option<usize>],
    weights: &'a [F],
    bias: F,
    axis: &'a Spatial,
    masks: &'a Masks<F, S>,
}

impl<F: Registers, S: Simd> Line<'_, F, S> {
    /// Writes `N` vectors of results, and returns how many.
    ///
    /// # Safety
    /// From `to` on there is a place for each result of the line.
    #[inline(always)]
    unsafe fn write<const N: usize>(&self, simd: S, vector: usize, to: *mut F) -> usize {
        let (axis, lanes, all) = (self.axis, F::lanes::<S>(), self.masks.results.len());
        let mut sums = [F::splat(simd, self.bias); N];
        for (row, weights) in self.rows.iter().zip(self.weights.chunks_exact(axis.kernel)) {
            let (start, masks) = match row {
                Some(row) => (row * axis.size, &self.masks.inside),
                None => (0, &self.masks.outside),
            };
            let from = self.x.as_ptr().wrapping_add(start + vector * lanes);
            for (t, &weight) in weights.iter().enumerate() {
                let from = from.wrapping_add(t * axis.dilation).wrapping_sub(axis.before);
                let (weight, masks) = (F::splat(simd, weight), &masks[t * all + vector..][..N]);
                for j in 0..N {
                    let from = from.wrapping_add(j * lanes);
                    // SAFETY: elements of a line of the image, those that the mask selects: `from` is in bounds by the
                    // check of the caller and by the masks (the precondition of `load`).
                    let x = unsafe { F::load(simd, masks[j], from) };
                    sums[j] = F::mul_add(simd, weight, x, sums[j]);
                }
            }
        }
        for (j, sum) in sums.into_iter().enumerate() {
            let to = to.wrapping_add((vector + j) * lanes);
            // SAFETY: by the caller's promise, those that the mask selects.
            unsafe { F::store(simd, self.masks.results[vector + j], to, sum) };
        }
        N
    }
}

/// The lines of the image that the lines of a window fall on.
fn find_rows(axes: &[Spatial], mut line: usize, rows: &mut [Option<usize>]) {
    if let [axis] = axes {
        // The most common case, without divisions.
        for (t, row) in rows.iter_mut().enumerate() {
            let i = (line * axis.stride + t * axis.dilation).checked_sub(axis.before);
            *row = i.filter(|&i| i < axis.size);
        }
        return;
    }
    rows.fill(Some(0));
    let (mut size, mut window) = (1, 1);
    for axis in axes.iter().rev() {
        let start = line % axis.out * axis.stride;
        line /= axis.out;
        for (number, row) in rows.iter_mut().enumerate() {
            let t = number / window % axis.kernel;
            let i = (start + t * axis.dilation).checked_sub(axis.before);
            *row = match (*row, i) {
                (Some(row), Some(i)) if i < axis.size => Some(row + i * size),
                _ => None,
            };
        }
        size *= axis.size;
        window *= axis.kernel;
    }
}
