//! Copies of images in which the elements of windows at one place are contiguous.

use super::Spatial;
use crate::kernels::dispatch::vectorised;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use num_traits::Zero;

/// How many elements of a line are copied at once.
const CHUNK: usize = 16;
/// Lines of fewer results are worth a copy for each element of a window along them, of so many at most: no
/// positions are then between two lines (`[1,256,14,14] conv 3x3 to 256`).
const SHORT_LINE: usize = 32;
const COPIES: usize = 8;

/// How channels lie in such a copy: `[phases.., positions..]`.
///
/// Element `t` of window `o` of an axis is at index `o * stride + t * dilation - before`. Its phase is the
/// remainder of `t * dilation` by the stride, and its position the quotient plus `o`.
pub(super) struct Padded {
    axes: Vec<Axis>,
    /// A phase of each axis, in all combinations that occur.
    phases: Vec<Vec<Line>>,
    /// Whether the image itself lies so.
    is_image: bool,
    /// The offset of each element of the first window.
    taps: Vec<usize>,
    /// How many zeros stand after the last channel.
    after: usize,
}

struct Axis {
    spatial: Spatial,
    /// Elements of a window so far from each other are neighbours in the copy.
    period: usize,
    /// The phases that occur, in ascending order.
    phases: Vec<usize>,
    positions: usize,
    /// How many zeros after the last position are those before the first one of the next line.
    shared: usize,
}

impl Padded {
    pub(super) fn new(axes: &[Spatial]) -> Self {
        let (last, leading) = axes.split_last().expect("an axis");
        let is_dense =
            !leading.is_empty() && last.out < SHORT_LINE && (2..=COPIES).contains(&last.kernel);
        let is_image = !is_dense
            && axes.iter().all(|axis| {
                let reach = axis.out + (axis.kernel.max(1) - 1) * axis.dilation;
                axis.stride == 1 && axis.before == 0 && reach == axis.size
            });
        let mut axes: Vec<Axis> = leading.iter().map(|axis| Axis::new(axis, axis.stride)).collect();
        axes.push(Axis::new(last, if is_dense { usize::MAX } else { last.stride }));
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
        Padded { axes, phases, is_image, taps, after }
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

    /// How many lines there are, their positions, and their results, of the last two axes. Lines without other
    /// positions are one line.
    pub(super) fn lines(&self) -> [usize; 3] {
        let last = &self.axes[self.axes.len() - 1];
        let out = last.spatial.out;
        let lines = self.axes.len().checked_sub(2).map_or(1, |axis| self.axes[axis].spatial.out);
        if last.positions == out {
            [1, lines * out, lines * out]
        } else {
            [lines, last.positions, out]
        }
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
        let len = channels * self.plane();
        copy.resize(len + self.after.max(CHUNK), F::zero());
        let mut to = 0;
        for channel in 0..if len == 0 { 0 } else { channels } {
            let image = &image[image.len() / channels * channel..];
            for lines in &self.phases {
                fill_phase(&self.axes, lines, image, copy, &mut to);
            }
        }
        copy[len..].fill(F::zero());
    }
}

/// Fills the copy of a phase, which is made of lines, in ascending order: what is written beyond the end of one
/// is overwritten by the next one.
fn fill_phase<F: Copy + Zero>(
    axes: &[Axis],
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
        let image = &image[line.first * size..];
        let copy = &mut copy[*to..];
        vectorised(
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

    /// Copies the elements, of which the first one is that of `image`, and perhaps some more of it.
    #[inline(always)]
    fn fill<F: Copy>(&self, image: &[F], copy: &mut [F]) {
        let count = self.end - self.start;
        for at in (0..count).step_by(CHUNK) {
            let from = at * self.stride;
            let chunk = image.get(from..from + self.stride * CHUNK);
            match (self.stride, chunk, copy.get_mut(at..at + CHUNK)) {
                (1, Some(chunk), Some(copy)) => copy.copy_from_slice(chunk),
                (2, Some(chunk), Some(copy)) => {
                    let pairs: &[[F; 2]; CHUNK] = chunk.as_chunks().0.try_into().expect("pairs");
                    copy.copy_from_slice(&pairs.map(|[x, _]| x));
                }
                _ => (at..count.min(at + CHUNK)).for_each(|i| copy[i] = image[i * self.stride]),
            }
        }
    }
}

impl Axis {
    fn new(spatial: &Spatial, period: usize) -> Self {
        let of = |t: usize| t * spatial.dilation % period;
        let mut phases: Vec<usize> = (0..spatial.kernel).map(of).collect();
        phases.sort_unstable();
        phases.dedup();
        let reach = (spatial.kernel.max(1) - 1) * spatial.dilation / period;
        let positions = spatial.out + reach;
        let mut axis = Axis { spatial: *spatial, period, phases, positions, shared: 0 };
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
        if len != size || lines.stride != 1 || self.spatial.stride != 1 {
            for i in 0..count {
                let copy = &mut copy[i * len..];
                zero(copy, 0..line.start);
                line.fill(&image[i * lines.stride * size + line.first..], &mut copy[line.start..]);
                zero(copy, line.end..len);
            }
            return;
        }
        // All lines at once, and then zeros over elements of the lines before and after.
        let copy = &mut copy[..count * len];
        let (start, first) = (line.start, line.first.min(copy.len()));
        let elements = copy.len().saturating_sub(start.max(first));
        copy[start..][..elements].copy_from_slice(&image[first..][..elements]);
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
