//! Copies of images in which the elements of windows at one place are contiguous.

use super::Spatial;
use crate::kernels::dispatch::vectorised;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::Zero;

/// How channels lie in such a copy: `[phases.., positions..]`.
///
/// Element `t` of window `o` of an axis is at index `o * stride + t * dilation - before`. Its phase is the
/// remainder of `t * dilation` by the stride, and its position the quotient plus `o`.
pub(super) struct Padded {
    axes: Vec<Axis>,
    /// Whether the image itself lies so.
    is_image: bool,
    /// The offset of each element of the first window.
    taps: Vec<usize>,
}

struct Axis {
    spatial: Spatial,
    /// The phases that occur, in ascending order.
    phases: Vec<usize>,
    positions: usize,
}

impl Padded {
    pub(super) fn new(axes: &[Spatial]) -> Self {
        let is_image = axes.iter().all(|axis| {
            let reach = axis.out + (axis.kernel.max(1) - 1) * axis.dilation;
            axis.stride == 1 && axis.before == 0 && reach == axis.size
        });
        let axes: Vec<Axis> = axes.iter().map(Axis::new).collect();
        let mut taps = vec![0];
        let (mut positions, mut phases) =
            (1, axes.iter().map(|axis| axis.positions).product::<usize>());
        let mut strides = vec![];
        for axis in axes.iter().rev() {
            strides.push((positions, phases));
            positions *= axis.positions;
            phases *= axis.phases.len();
        }
        for (axis, (position, phase)) in axes.iter().zip(strides.into_iter().rev()) {
            let places: Vec<_> = (0..axis.spatial.kernel).map(|t| axis.place(t)).collect();
            let offsets = places.iter().map(|(number, at)| number * phase + at * position);
            let offsets: Vec<usize> = offsets.collect();
            taps = taps.iter().flat_map(|tap| offsets.iter().map(move |at| tap + at)).collect();
        }
        Padded { axes, is_image, taps }
    }

    pub(super) fn is_image(&self) -> bool {
        self.is_image
    }

    /// How many elements a channel has.
    pub(super) fn plane(&self) -> usize {
        self.axes.iter().map(|axis| axis.positions * axis.phases.len()).product()
    }

    pub(super) fn taps(&self) -> &[usize] {
        &self.taps
    }

    /// Positions and results of the last axis.
    pub(super) fn row(&self) -> [usize; 2] {
        let last = &self.axes[self.axes.len() - 1];
        [last.positions, last.spatial.out]
    }

    /// Results of the axis before the last one.
    pub(super) fn rows(&self) -> usize {
        self.axes.len().checked_sub(2).map_or(1, |axis| self.axes[axis].spatial.out)
    }

    /// Results of all axes before the last two.
    pub(super) fn layers(&self) -> usize {
        let count = self.axes.len().saturating_sub(2);
        self.axes[..count].iter().map(|axis| axis.spatial.out).product()
    }

    /// The offset of the first window of a layer.
    pub(super) fn layer(&self, mut layer: usize) -> usize {
        let first = self.axes.len().saturating_sub(2);
        let mut stride: usize = self.axes[first..].iter().map(|axis| axis.positions).product();
        let mut offset = 0;
        for axis in self.axes[..first].iter().rev() {
            offset += layer % axis.spatial.out * stride;
            layer /= axis.spatial.out;
            stride *= axis.positions;
        }
        offset
    }

    /// Copies the channels of an image; a buffer of the same sizes may be used again.
    pub(super) fn fill<F: Copy + Zero>(&self, image: &[F], channels: usize, copy: &mut Vec<F>) {
        let plane = self.plane();
        copy.resize(channels * plane, F::zero());
        if copy.is_empty() {
            return;
        }
        let mut copy = &mut copy[..];
        let size = image.len() / channels;
        for channel in 0..channels {
            let channel = &image[channel * size..][..size];
            copy = fill(&self.axes, &mut vec![0; self.axes.len()], 0, channel, copy);
        }
    }
}

/// Fills the copy of a channel phase by phase; returns what of the copy is left.
fn fill<'c, F: Copy + Zero>(
    axes: &[Axis],
    phases: &mut [usize],
    chosen: usize,
    image: &[F],
    mut copy: &'c mut [F],
) -> &'c mut [F] {
    if chosen == axes.len() {
        return fill_phase(axes, phases, image, copy);
    }
    for &phase in &axes[chosen].phases {
        phases[chosen] = phase;
        copy = fill(axes, phases, chosen + 1, image, copy);
    }
    copy
}

/// Fills the copy of a phase, which is made of lines; returns what of the copy is left.
fn fill_phase<'c, F: Copy + Zero>(
    axes: &[Axis],
    phases: &[usize],
    image: &[F],
    copy: &'c mut [F],
) -> &'c mut [F] {
    let (line, inner) = (axes[0].line(phases[0]), &axes[1..]);
    let len = inner.iter().map(|axis| axis.positions).product();
    let (copy, rest) = copy.split_at_mut(axes[0].positions * len);
    let (before, copy) = copy.split_at_mut(line.start * len);
    let (copy, after) = copy.split_at_mut((line.end - line.start) * len);
    before.fill(F::zero());
    after.fill(F::zero());
    let size = inner.iter().map(|axis| axis.spatial.size).product();
    let part = |i: usize| &image[line.place(i) * size..][..size];
    match inner {
        [] => line.fill(image, copy),
        _ if len == 0 => {}
        [last] => vectorised(
            #[inline(always)]
            || {
                let columns = last.line(phases[1]);
                for (i, copy) in copy.chunks_exact_mut(len).enumerate() {
                    let (before, row) = copy.split_at_mut(columns.start);
                    let (row, after) = row.split_at_mut(columns.end - columns.start);
                    before.iter_mut().for_each(|x| *x = F::zero());
                    columns.fill(part(i), row);
                    after.iter_mut().for_each(|x| *x = F::zero());
                }
            },
        ),
        _ => {
            for (i, copy) in copy.chunks_exact_mut(len).enumerate() {
                fill_phase(inner, &phases[1..], part(i), copy);
            }
        }
    }
    rest
}

/// Which positions of a phase are elements of the image, and where these are.
struct Line {
    start: usize,
    end: usize,
    /// The index of the element at `start`.
    first: usize,
    stride: usize,
}

impl Line {
    /// The index of element `i`, counted from `start`.
    #[inline(always)]
    fn place(&self, i: usize) -> usize {
        self.first + i * self.stride
    }

    /// Copies the elements.
    #[inline(always)]
    fn fill<F: Copy>(&self, image: &[F], row: &mut [F]) {
        if row.is_empty() {
            return;
        }
        let image = &image[self.first..];
        match self.stride {
            1 => row.copy_from_slice(&image[..row.len()]),
            2 => {
                let (last, row) = row.split_last_mut().expect("not empty");
                *last = image[2 * row.len()];
                row.iter_mut().zip(image.chunks_exact(2)).for_each(|(to, pair)| *to = pair[0]);
            }
            stride => row.iter_mut().zip(image.iter().step_by(stride)).for_each(|(to, x)| *to = *x),
        }
    }
}

impl Axis {
    fn new(spatial: &Spatial) -> Self {
        let of = |t: usize| t * spatial.dilation % spatial.stride;
        let mut phases: Vec<usize> = (0..spatial.kernel).map(of).collect();
        phases.sort_unstable();
        phases.dedup();
        let last = spatial.kernel.max(1) - 1;
        let positions = spatial.out + last * spatial.dilation / spatial.stride;
        Axis { spatial: *spatial, phases, positions }
    }

    /// The number of the phase of an element of a window, and its position in the first window.
    fn place(&self, t: usize) -> (usize, usize) {
        let at = t * self.spatial.dilation;
        let phase = at % self.spatial.stride;
        let phase = self.phases.binary_search(&phase).expect("a phase that occurs");
        (phase, at / self.spatial.stride)
    }

    /// The positions of a phase that are inside of the image.
    fn line(&self, phase: usize) -> Line {
        let Spatial { size, stride, before, .. } = self.spatial;
        let start = before.saturating_sub(phase).div_ceil(stride).min(self.positions);
        let end = (size + before).saturating_sub(phase).div_ceil(stride).min(self.positions);
        let first = (start * stride + phase).saturating_sub(before);
        Line { start, end: end.max(start), first, stride }
    }
}
