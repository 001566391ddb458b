//! Pooling and interpolation, one axis after the other: the memory is `[outer, size, inner]` in row-major
//! order, and that of the result `[outer, out, inner]`.
//!
//! Where `inner` is 1, neighbours along the axis are combined for all windows at stride 1 first, which are
//! contiguous, and the results at the stride are taken from these; windows further apart are combined one by one.

use super::fill::{Filler, fill};
use super::specialize::built_in_kernels;
use super::thresholds::FAR_APART;
use super::uninit::with_capacity;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "half")]
use num_traits::AsPrimitive;
use num_traits::{FromPrimitive, Num};

/// A number that is multiplied and divided without being rounded to an integer.
pub(crate) trait Fraction: Copy + Num + FromPrimitive {}
impl<T: Copy + Num + FromPrimitive> Fraction for T {}

/// Windows along one axis.
#[derive(Clone, Copy)]
pub(crate) struct AxisWindows {
    pub(crate) outer: usize,
    pub(crate) size: usize,
    pub(crate) inner: usize,
    pub(crate) out: usize,
    /// The size of a window, at least 1.
    pub(crate) window: usize,
    pub(crate) stride: usize,
    /// How far the first window reaches beyond the start; less than a window.
    pub(crate) before: usize,
}

/// Another size of one axis.
#[derive(Clone, Copy)]
pub(crate) struct Resize {
    pub(crate) outer: usize,
    pub(crate) size: usize,
    pub(crate) inner: usize,
    pub(crate) out: usize,
}

/// Windows side by side: the first elements of theirs lie from `start` on, `len` of them, and of the sums each at
/// a multiple of `stride` is a result.
#[derive(Clone, Copy)]
struct Neighbours {
    start: usize,
    /// How many elements a window has.
    count: usize,
    len: usize,
    stride: usize,
}

impl AxisWindows {
    /// The elements of a window that lie inside of the axis.
    #[inline(always)]
    fn inside(&self, window: usize) -> Range<usize> {
        let start = window * self.stride;
        let end = (start + self.window).saturating_sub(self.before).min(self.size);
        start.saturating_sub(self.before)..end
    }

    /// The windows that lie inside of the axis.
    #[inline(always)]
    fn whole(&self) -> Range<usize> {
        let start = self.before.div_ceil(self.stride).min(self.out);
        let end = match (self.size + self.before).checked_sub(self.window) {
            Some(last) => (last / self.stride + 1).min(self.out),
            None => start,
        };
        start..end.max(start)
    }

    /// The windows whose elements are combined at once: of all others along `inner`, or along the axis those that
    /// lie inside of it.
    fn steps(&self) -> Vec<Neighbours> {
        let AxisWindows { inner, out, window, stride, before, .. } = *self;
        let step = |o: usize| {
            let inside = self.inside(o);
            Neighbours { start: inside.start * inner, count: inside.len(), len: inner, stride: 1 }
        };
        if inner > 1 || stride > FAR_APART {
            return (0..out).map(step).collect();
        }
        let whole = self.whole();
        let mut steps: Vec<Neighbours> = (0..whole.start).map(step).collect();
        if !whole.is_empty() {
            let (start, len) = (whole.start * stride - before, (whole.len() - 1) * stride + 1);
            steps.push(Neighbours { start, count: window, len, stride });
        }
        steps.extend((whole.end..out).map(step));
        steps
    }

    /// Combines the elements of each window by `f`, and appends what `finish` makes of the sums and the
    /// number of their elements.
    #[inline(always)]
    fn fold<T: Clone>(
        &self,
        x: &[T],
        results: &mut Filler<'_, T>,
        f: impl Fn(&T, &T) -> T,
        finish: impl Fn(&mut [T], usize),
    ) {
        let (steps, mut scratch) = (self.steps(), Vec::new());
        for x in x.chunks_exact((self.size * self.inner).max(1)) {
            for &Neighbours { start, count, len, stride } in &steps {
                let sums = if stride == 1 {
                    let first = results.len();
                    results.extend_from_slice(&x[start..][..len]);
                    results.written_from(first)
                } else {
                    scratch.clear();
                    scratch.extend_from_slice(&x[start..][..len]);
                    &mut scratch[..]
                };
                for t in 1..count {
                    for (sum, x) in sums.iter_mut().zip(&x[start + t * self.inner..][..len]) {
                        *sum = f(sum, x);
                    }
                }
                finish(sums, count);
                match stride {
                    1 => (),
                    2 => results.extend(scratch.chunks(2).map(|pair| [pair[0].clone()])),
                    _ => results.extend(scratch.iter().step_by(stride).map(|sum| [sum.clone()])),
                }
            }
        }
    }
}

/// A kernel: what it reads, and where it writes.
type WindowKernel<T> = fn(&[T], &AxisWindows, bool, &mut Filler<'_, T>);

/// Kernels of one type of number that are compiled in this library.
#[derive(Clone, Copy)]
struct Kernels<T> {
    max: WindowKernel<T>,
    sum: WindowKernel<T>,
    linear: fn(&[T], &Resize, bool) -> Vec<T>,
}

built_in_kernels! {
    Kernels:
    Kernels { max, sum, linear: linear_of } => f32, f64;
    Kernels { max, sum: sum_in_f32, linear: linear_of } =>
        #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16;
}

/// Calls `f` with parts of the outer axis.
fn by_parts<T: Clone>(x: &[T], pass: &AxisWindows, all: bool, f: WindowKernel<T>) -> Vec<T> {
    let (from, to) = (pass.size * pass.inner, pass.out * pass.inner);
    fill(&[x], [pass.outer * to, to, size_of_val(x)], &|x, first, places| {
        let outer = places.room() / to;
        f(&x[0][first * from..][..outer * from], &AxisWindows { outer, ..*pass }, all, places);
    })
}

/// Returns the largest element of each window. NaN propagates.
pub(crate) fn max_of_windows<T: Clone + PartialOrd>(x: &[T], pass: &AxisWindows) -> Vec<T> {
    by_parts(x, pass, true, built_in::<T>().map_or(max::<T>, |kernels| kernels.max))
}

/// Returns the sum of each window, divided by the size of the window or, without `all`, by the number of its
/// elements.
pub(crate) fn sum_of_windows<T: Fraction>(x: &[T], pass: &AxisWindows, all: bool) -> Vec<T> {
    by_parts(x, pass, all, built_in::<T>().map_or(sum::<T>, |kernels| kernels.sum))
}

/// Interpolates between neighbours.
pub(crate) fn linear<T: Fraction>(x: &[T], resize: &Resize, align_corners: bool) -> Vec<T> {
    match built_in::<T>() {
        Some(kernels) => (kernels.linear)(x, resize, align_corners),
        None => linear_of(x, resize, align_corners),
    }
}

#[inline(never)]
#[allow(clippy::eq_op)]
fn max<T: Clone + PartialOrd>(x: &[T], pass: &AxisWindows, _: bool, to: &mut Filler<'_, T>) {
    pass.fold(
        x,
        to,
        #[inline(always)]
        |a, b| if *b > *a || *b != *b { b.clone() } else { a.clone() },
        #[inline(always)]
        |_, _| (),
    );
}

#[inline(never)]
fn sum<T: Fraction>(x: &[T], pass: &AxisWindows, all: bool, to: &mut Filler<'_, T>) {
    pass.fold(
        x,
        to,
        #[inline(always)]
        |&a, &b| a + b,
        #[inline(always)]
        |sums: &mut [T], count| {
            let count = if all { pass.window } else { count };
            let number = T::from_usize(count).unwrap_or_else(T::zero);
            if count.is_power_of_two() {
                // Exact, and several times as fast as a division.
                let part = T::one() / number;
                return sums.iter_mut().for_each(|sum| *sum = *sum * part);
            }
            sums.iter_mut().for_each(|sum| *sum = *sum / number);
        },
    );
}

/// As [`sum`], of half floats: a sum in their own type is imprecise and may overflow where the mean does not.
#[cfg(feature = "half")]
fn sum_in_f32<T: AsPrimitive<f32>>(x: &[T], pass: &AxisWindows, all: bool, to: &mut Filler<'_, T>)
where
    f32: AsPrimitive<T>,
{
    let x: Vec<f32> = x.iter().map(|x| x.as_()).collect();
    to.extend(sum_of_windows(&x, pass, all).iter().map(|x| [x.as_()]));
}

/// Clones for each place of the result the element that is nearest to it.
pub(crate) fn nearest<T: Clone>(x: &[T], resize: &Resize) -> Vec<T> {
    let Resize { outer, size, inner, out } = *resize;
    let mut results = with_capacity(outer * out * inner);
    if outer * out * inner == 0 {
        return results;
    }
    let places: Vec<usize> =
        (0..out).map(|o| (o as u128 * size as u128 / out as u128) as usize).collect();
    for x in x.chunks_exact(size * inner) {
        match inner {
            1 => results.extend(places.iter().map(|&i| x[i].clone())),
            _ => places.iter().for_each(|i| results.extend_from_slice(&x[i * inner..][..inner])),
        }
    }
    results
}

/// The element before a place, and how far the place is on the way to the next one.
fn place(resize: &Resize, o: usize, align_corners: bool) -> (usize, f64) {
    let (size, out) = (resize.size as f64, resize.out as f64);
    let at = match align_corners {
        true if resize.out > 1 => o as f64 * ((size - 1.0) / (out - 1.0)),
        true => 0.0,
        false => ((o as f64 + 0.5) * (size / out) - 0.5).max(0.0),
    };
    let before = (at as usize).min(resize.size - 1);
    (before, if before + 1 < resize.size { at - before as f64 } else { 0.0 })
}

#[inline(never)]
fn linear_of<T: Fraction>(x: &[T], resize: &Resize, align_corners: bool) -> Vec<T> {
    let Resize { outer, size, inner, out } = *resize;
    let mut results = with_capacity(outer * out * inner);
    if outer * out * inner == 0 {
        return results;
    }
    // Element, next element, weight of each.
    let places: Vec<(usize, usize, T, T)> = (0..out)
        .map(|o| {
            let (i, weight) = place(resize, o, align_corners);
            let next = (i + 1).min(size - 1);
            let number = |x: f64| T::from_f64(x).unwrap_or_else(T::zero);
            (i, next, number(1.0 - weight), number(weight))
        })
        .collect();
    if inner == 1 {
        for x in x.chunks_exact(size) {
            results.extend(places.iter().map(|&(i, next, a, b)| {
                // An infinite element times zero would be NaN.
                let between = x[i] * a + x[next] * b;
                if b.is_zero() { x[i] } else { between }
            }));
        }
        return results;
    }
    for x in x.chunks_exact(size * inner) {
        for &(i, next, a, b) in &places {
            let first = results.len();
            results.extend_from_slice(&x[i * inner..][..inner]);
            if !b.is_zero() {
                for (x, &next) in results[first..].iter_mut().zip(&x[next * inner..][..inner]) {
                    *x = *x * a + next * b;
                }
            }
        }
    }
    results
}
