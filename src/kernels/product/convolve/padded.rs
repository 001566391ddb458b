//! Copies of images in which the elements of windows at one place are contiguous.

use super::Spatial;
use crate::kernels::dispatch::vectorised_by_256;
use crate::kernels::threads::in_pieces;
use crate::kernels::thresholds::{COPIES_OF_LINE, FEW_CHANNELS, SHORT_LINE};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use num_traits::Zero;

/// How many elements of a line are copied at once.
const CHUNK: usize = 16;

/// How channels lie in such a copy: `[phases.., positions..]`.
///
/// Element `t` of window `o` of an axis is at index `o * stride + t * dilation - before`. Its phase is the
/// remainder of `t * dilation` by the stride, and its position the quotient plus `o`. In short lines each `t` is
/// a phase of its own, at position `o`: the last axis has as many positions as results.
pub(super) struct Padded {
    axes: Vec<PaddedAxis>,
    /// A phase of each axis, in all combinations that occur.
    phases: Vec<Vec<Line>>,
    /// How many lines of positions there are for each line of results.
    every: usize,
    /// Whether the image itself lies so.
    is_image: bool,
    /// The offset of each element of the first window.
    pub(super) taps: Vec<usize>,
    /// How many zeros stand after the last channel.
    after: usize,
}

struct PaddedAxis {
    spatial: Spatial,
    /// Elements of a window at this distance are neighbours in the copy.
    period: usize,
    /// The phases that occur, in ascending order.
    phases: Vec<usize>,
    positions: usize,
    /// How many zeros after the last position are those before the first one of the next line.
    shared: usize,
}

impl Padded {
    pub(super) fn new(axes: &[Spatial], channels: usize) -> Self {
        let (last, leading) = axes.split_last().expect("an axis");
        let is_dense = !leading.is_empty()
            && last.out < SHORT_LINE
            && (2..=COPIES_OF_LINE).contains(&last.kernel);
        let (mut leading, mut every) = (leading.to_vec(), 1);
        if is_dense
            && channels < FEW_CHANNELS
            && last.size == last.stride * last.out
            && let Some(lines) = leading.last_mut()
        {
            every = lines.stride;
            (lines.stride, lines.out) = (1, (lines.out.max(1) - 1) * every + 1);
        }
        let is_image = !is_dense
            && axes.iter().all(|axis| {
                let reach = axis.out + (axis.kernel.max(1) - 1) * axis.dilation;
                axis.stride == 1 && axis.before == 0 && reach == axis.size
            });
        let mut axes: Vec<PaddedAxis> =
            leading.iter().map(|axis| PaddedAxis::new(axis, axis.stride)).collect();
        axes.push(PaddedAxis::new(last, if is_dense { usize::MAX } else { last.stride }));
        let mut taps = vec![0];
        let (mut positions, mut phases, mut after) =
            (1, axes.iter().map(|axis| axis.positions).product::<usize>(), 0);
        let mut strides = vec![];
        for axis in axes.iter().rev() {
            strides.push((positions, phases));
            after += axis.shared * positions;
            positions *= axis.positions;
            phases *= axis.phases.len();
        }
        for (axis, (position, phase)) in axes.iter().zip(strides.into_iter().rev()) {
            let places: Vec<_> = (0..axis.spatial.kernel).map(|t| axis.place(t)).collect();
            let offsets = places.iter().map(|(number, at)| number * phase + at * position);
            let offsets: Vec<usize> = offsets.collect();
            taps = taps.iter().flat_map(|tap| offsets.iter().map(move |at| tap + at)).collect();
        }
        let mut phases = vec![vec![]];
        for axis in &axes {
            let and = |lines: &Vec<Line>| -> Vec<Vec<Line>> {
                axis.phases
                    .iter()
                    .map(|&phase| [&lines[..], &[axis.line(phase)]].concat())
                    .collect()
            };
            phases = phases.iter().flat_map(and).collect();
        }
        Padded { axes, phases, every, is_image, taps, after }
    }

    /// How many elements a channel has.
    pub(super) fn plane(&self) -> usize {
        self.axes.iter().map(|axis| axis.positions * axis.phases.len()).product()
    }

    /// How many lines there are, their positions, and their results, of the last two axes. Lines without other
    /// positions are one line.
    pub(super) fn lines(&self) -> [usize; 3] {
        let last = &self.axes[self.axes.len() - 1];
        let out = last.spatial.out;
        let lines = self.axes.len().checked_sub(2).map_or(1, |axis| self.axes[axis].spatial.out);
        let (lines, positions) = (lines.div_ceil(self.every), last.positions * self.every);
        if positions == out { [1, lines * out, lines * out] } else { [lines, positions, out] }
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

    /// How many places a copy of so many channels needs: none if the image itself lies so.
    pub(super) fn room(&self, channels: usize) -> usize {
        if self.is_image { 0 } else { channels * self.plane() + self.after }
    }

    /// Copies the channels of an image to places that are zeros or a copy of another image.
    pub(super) fn fill<F: Copy + Zero + Send + Sync>(
        &self,
        image: &[F],
        channels: usize,
        copies: &mut [F],
    ) {
        let (plane, size) = (self.plane(), image.len() / channels.max(1));
        let copies = &mut copies[..channels * plane];
        in_pieces(copies, plane.max(1), size_of_val::<[_]>(copies), &|first, copies| {
            for (copy, channel) in copies.chunks_exact_mut(plane.max(1)).zip(first..) {
                let mut to = 0;
                for lines in &self.phases {
                    fill_phase(&self.axes, lines, &image[size * channel..], copy, &mut to);
                }
            }
        });
    }
}

/// Fills the copy of a phase, which is made of lines, in ascending order: what is written beyond the end of one
/// is overwritten by the next one.
fn fill_phase<F: Copy + Zero>(
    axes: &[PaddedAxis],
    lines: &[Line],
    image: &[F],
    copy: &mut [F],
    to: &mut usize,
) {
    let (line, inner) = (&lines[0], &axes[1..]);
    let len: usize = inner.iter().map(|axis| axis.positions).product();
    let size: usize = inner.iter().map(|axis| axis.spatial.size).product();
    let end = *to + axes[0].positions * len;
    zero(copy, *to..*to + line.start * len);
    *to += line.start * len;
    if inner.len() > 1 {
        for i in 0..line.end - line.start {
            fill_phase(inner, &lines[1..], &image[line.place(i) * size..], copy, to);
        }
    } else {
        let image = image.get(line.first * size..).unwrap_or_default();
        let copy = &mut copy[*to..];
        vectorised_by_256(
            #[inline(always)]
            || {
                // Moved, so that the closure can be called once only: only then it is compiled into the vectorised
                // function.
                let copy = copy;
                match inner {
                    [last] => last.fill_lines(line, &lines[1], image, copy),
                    _ => line.fill(image, copy),
                }
            },
        );
    }
    *to = end - (axes[0].positions - line.end) * len;
    zero(copy, *to..end);
    *to = end;
}

/// Writes zeros, mostly very few.
#[inline(always)]
fn zero<F: Zero>(copy: &mut [F], range: Range<usize>) {
    copy[range].iter_mut().for_each(|x| *x = F::zero());
}

/// Which positions of a phase are elements of the image, and where these are.
#[derive(Clone, Copy)]
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

    /// Copies the elements, the first of which is that of `image`; the last chunk may write more of it.
    #[inline(always)]
    fn fill<F: Copy>(&self, image: &[F], copy: &mut [F]) {
        let count = self.end - self.start;
        let done = match self.stride {
            1 => copy_chunks::<F, 1>(image, copy, count),
            2 => copy_chunks::<F, 2>(image, copy, count),
            _ => 0,
        };
        (done..count).for_each(|i| copy[i] = image[i * self.stride]);
    }
}

/// Copies each `S`th element, in chunks as long as there are whole ones; returns how many, or more.
#[inline(always)]
fn copy_chunks<F: Copy, const S: usize>(image: &[F], copy: &mut [F], count: usize) -> usize {
    let chunks = count.div_ceil(CHUNK).min(image.len() / (S * CHUNK)).min(copy.len() / CHUNK);
    let parts = image.chunks_exact(S * CHUNK).zip(copy.chunks_exact_mut(CHUNK));
    for (part, copy) in parts.take(chunks) {
        if S == 1 {
            copy.copy_from_slice(part);
        } else {
            let steps: &[[F; S]; CHUNK] = part.as_chunks().0.try_into().expect("a chunk");
            copy.copy_from_slice(&steps.map(|step| step[0]));
        }
    }
    chunks * CHUNK
}

impl PaddedAxis {
    fn new(spatial: &Spatial, period: usize) -> Self {
        let of = |t: usize| t * spatial.dilation % period;
        let mut phases: Vec<usize> = (0..spatial.kernel).map(of).collect();
        phases.sort_unstable();
        phases.dedup();
        let reach = (spatial.kernel.max(1) - 1) * spatial.dilation / period;
        let positions = spatial.out + reach;
        let mut axis = PaddedAxis { spatial: *spatial, period, phases, positions, shared: 0 };
        let zeros = axis.phases.iter().map(|&phase| {
            let line = axis.line(phase);
            line.start.min(positions - line.end)
        });
        axis.shared = zeros.min().unwrap_or(0).min(reach);
        axis.positions -= axis.shared;
        axis
    }

    /// The number of the phase of an element of a window, and its position in the first window.
    fn place(&self, t: usize) -> (usize, usize) {
        let at = t * self.spatial.dilation;
        let phase = self.phases.binary_search(&(at % self.period)).expect("a phase that occurs");
        (phase, at / self.period)
    }

    /// Copies `lines`, whose first one is that of `image`, with zeros around their elements.
    #[inline(always)]
    fn fill_lines<F: Copy + Zero>(&self, lines: &Line, line: &Line, image: &[F], copy: &mut [F]) {
        let (count, len, size) = (lines.end - lines.start, self.positions, self.spatial.size);
        if size != len * line.stride || lines.stride != 1 {
            for i in 0..count {
                let image = image.get(i * lines.stride * size + line.first..).unwrap_or_default();
                let copy = &mut copy[i * len..];
                zero(copy, 0..line.start);
                line.fill(image, &mut copy[line.start..]);
                zero(copy, line.end..len);
            }
            return;
        }
        // All lines at once, and then zeros over elements of the lines before and after.
        let elements = (count * size).saturating_sub(line.first).div_ceil(line.stride);
        let end = (line.start + elements).min(count * len);
        if line.start < end {
            let all = Line { end, ..*line };
            all.fill(&image[line.first..], &mut copy[line.start..]);
        }
        let copy = &mut copy[..count * len];
        for i in (0..line.start).chain(line.end..len) {
            copy.iter_mut().skip(i).step_by(len).for_each(|x| *x = F::zero());
        }
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
