//! Copies of images in which the elements of windows at one place are contiguous.

use super::Spatial;
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
        for channel in image.chunks_exact(image.len() / channels) {
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

fn fill_phase<'c, F: Copy + Zero>(
    axes: &[Axis],
    phases: &[usize],
    image: &[F],
    mut copy: &'c mut [F],
) -> &'c mut [F] {
    let (axis, phase) = (&axes[0], phases[0]);
    let [start, end] = axis.inside(phase);
    let stride = axis.spatial.stride;
    let first = start * stride + phase - axis.spatial.before.min(start * stride + phase);
    if axes.len() == 1 {
        let (row, rest) = copy.split_at_mut(axis.positions);
        row[..start].fill(F::zero());
        row[end..].fill(F::zero());
        let row = &mut row[start..end];
        match stride {
            _ if row.is_empty() => {}
            1 => row.copy_from_slice(&image[first..][..end - start]),
            2 => row.iter_mut().zip(image[first..].chunks(2)).for_each(|(to, from)| *to = from[0]),
            _ => row
                .iter_mut()
                .zip(image[first..].iter().step_by(stride))
                .for_each(|(to, x)| *to = *x),
        }
        return rest;
    }
    let inner: usize = axes[1..].iter().map(|axis| axis.positions).product();
    let (before, rest) = copy.split_at_mut(start * inner);
    before.fill(F::zero());
    copy = rest;
    let size = image.len() / axis.spatial.size.max(1);
    for position in 0..end - start {
        let part = &image[(first + position * stride) * size..][..size];
        copy = fill_phase(&axes[1..], &phases[1..], part, copy);
    }
    let (after, rest) = copy.split_at_mut((axis.positions - end) * inner);
    after.fill(F::zero());
    rest
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

    /// The positions of a phase that are inside of the image: first and end.
    fn inside(&self, phase: usize) -> [usize; 2] {
        let Spatial { size, stride, before, .. } = self.spatial;
        let start = before.saturating_sub(phase).div_ceil(stride).min(self.positions);
        let end = (size + before).saturating_sub(phase).div_ceil(stride).min(self.positions);
        [start, end.max(start)]
    }
}
