//! Pooling and interpolation, one axis after the other: the memory is `[outer, size, inner]` in row-major
//! order, and that of the result `[outer, out, inner]`.
//!
//! Where `inner` is 1, neighbours along the axis are combined for all windows at stride 1 first, which are
//! contiguous, and the results at the stride are taken from these.

use super::dispatch::vectorised;
use super::specialize::same;
use super::threads;
use super::thresholds::FOLDED_WINDOWS;
use super::uninit::with_capacity;
use alloc::vec::Vec;
use core::ops::Range;
use num_traits::{FromPrimitive, Num};

/// A number that is multiplied and divided without being rounded to an integer.
pub(crate) trait Fraction: Copy + Num + FromPrimitive {}
impl<T: Copy + Num + FromPrimitive> Fraction for T {}

/// Windows along one axis.
#[derive(Clone, Copy)]
pub(crate) struct Pass {
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

impl Pass {
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
        let Pass { inner, out, window, stride, before, .. } = *self;
        let step = |o: usize| {
            let inside = self.inside(o);
            Neighbours { start: inside.start * inner, count: inside.len(), len: inner, stride: 1 }
        };
        if inner > 1 {
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
        results: &mut Vec<T>,
        steps: &[Neighbours],
        f: impl Fn(&T, &T) -> T,
        finish: impl Fn(&mut [T], usize),
    ) {
        let mut scratch: Vec<T> = Vec::new();
        for x in x.chunks_exact((self.size * self.inner).max(1)) {
            for &Neighbours { start, count, len, stride } in steps {
                scratch.clear();
                let to = if stride == 1 { &mut *results } else { &mut scratch };
                let first = to.len();
                to.extend_from_slice(&x[start..][..len]);
                let sums = &mut to[first..];
                for t in 1..count {
                    for (sum, x) in sums.iter_mut().zip(&x[start + t * self.inner..][..len]) {
                        *sum = f(sum, x);
                    }
                }
                finish(sums, count);
                match stride {
                    1 => (),
                    2 => results.extend(scratch.chunks(2).map(|pair| pair[0].clone())),
                    _ => results.extend(scratch.iter().step_by(stride).cloned()),
                }
            }
        }
    }

    /// A part of the outer axis.
    fn part(&self, outer: usize) -> Pass {
        Pass { outer, ..*self }
    }
}

/// Kernels of one type of number that are compiled in this library.
#[derive(Clone, Copy)]
struct Kernels<T> {
    max: fn(&[T], &Pass) -> Vec<T>,
    sum: fn(&[T], &Pass, bool) -> Vec<T>,
    linear: fn(&[T], &Resize, bool) -> Vec<T>,
}

/// The kernels of `T`, if it has some of its own.
#[inline(always)]
fn built_in<T>() -> Option<Kernels<T>> {
    static SINGLE: Kernels<f32> = Kernels {
        max: |x, pass| shared(x, pass, &max::<f32>),
        sum: |x, pass, all| shared(x, pass, &|x, pass| sum::<f32>(x, pass, all)),
        linear: linear_of::<f32>,
    };
    static DOUBLE: Kernels<f64> = Kernels {
        max: |x, pass| shared(x, pass, &max::<f64>),
        sum: |x, pass, all| shared(x, pass, &|x, pass| sum::<f64>(x, pass, all)),
        linear: linear_of::<f64>,
    };
    // SAFETY: the precondition of `same`: functions of numbers mention no lifetime.
    let single = unsafe { same(&SINGLE) };
    // SAFETY: as above.
    single.or_else(|| unsafe { same(&DOUBLE) })
}

/// Does parts of the outer axis on several threads, if there is enough to do.
fn shared<T: Copy + Send + Sync>(
    x: &[T],
    pass: &Pass,
    f: &(dyn Fn(&[T], &Pass) -> Vec<T> + Sync),
) -> Vec<T> {
    let pieces = threads::piece_count().min(size_of_val(x) / FOLDED_WINDOWS).min(pass.outer);
    if pieces < 2 || !threads::are_several() {
        return f(x, pass);
    }
    let (from, to) = (pass.size * pass.inner, pass.out * pass.inner);
    let start_of = |piece: usize| piece * pass.outer / pieces;
    let mut results = super::uninit::UninitVec::with_len(pass.outer * to);
    let places = super::send_ptr::SendPtr(results.places(pass.outer * to).0.as_mut_ptr());
    threads::share(0..pieces, |piece| {
        let (start, end) = (start_of(piece), start_of(piece + 1));
        let part = f(&x[start * from..end * from], &pass.part(end - start));
        assert!(part.len() == (end - start) * to);
        let place = places.get().wrapping_add(start * to).cast::<T>();
        // SAFETY: the places of this part of the outer axis, which no other thread writes (invariant 10).
        unsafe { core::ptr::copy_nonoverlapping(part.as_ptr(), place, part.len()) };
    });
    // SAFETY: the precondition of `finish`: the parts cover the outer axis, and each wrote its places.
    unsafe { results.finish(pass.outer * to) }
}

/// Returns the largest element of each window. NaN propagates.
pub(crate) fn max_of_windows<T: Clone + PartialOrd>(x: &[T], pass: &Pass) -> Vec<T> {
    match built_in::<T>() {
        Some(kernels) => (kernels.max)(x, pass),
        None => max(x, pass),
    }
}

/// Returns the sum of each window, divided by the size of the window or, without `all`, by the number of its
/// elements.
pub(crate) fn sum_of_windows<T: Fraction>(x: &[T], pass: &Pass, all: bool) -> Vec<T> {
    match built_in::<T>() {
        Some(kernels) => (kernels.sum)(x, pass, all),
        None => sum(x, pass, all),
    }
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
fn max<T: Clone + PartialOrd>(x: &[T], pass: &Pass) -> Vec<T> {
    let mut results = with_capacity(pass.outer * pass.out * pass.inner);
    let steps = pass.steps();
    vectorised(
        #[inline(always)]
        || {
            pass.fold(
                x,
                &mut results,
                &steps,
                #[inline(always)]
                |a, b| if *b > *a || *b != *b { b.clone() } else { a.clone() },
                #[inline(always)]
                |_, _| (),
            );
        },
    );
    results
}

#[inline(never)]
fn sum<T: Fraction>(x: &[T], pass: &Pass, all: bool) -> Vec<T> {
    let mut results = with_capacity(pass.outer * pass.out * pass.inner);
    let steps = pass.steps();
    vectorised(
        #[inline(always)]
        || {
            pass.fold(
                x,
                &mut results,
                &steps,
                #[inline(always)]
                |&a, &b| a + b,
                #[inline(always)]
                |sums: &mut [T], count| {
                    let count = if all { pass.window } else { count };
                    let count = T::from_usize(count).unwrap_or_else(T::zero);
                    sums.iter_mut().for_each(|sum| *sum = *sum / count);
                },
            );
        },
    );
    results
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
            results.extend(places.iter().map(|&(i, next, a, b)| x[i] * a + x[next] * b));
        }
        return results;
    }
    vectorised(
        #[inline(always)]
        || {
            for x in x.chunks_exact(size * inner) {
                for &(i, next, a, b) in &places {
                    let first = results.len();
                    results.extend_from_slice(&x[i * inner..][..inner]);
                    if !b.is_zero() {
                        for (x, &next) in
                            results[first..].iter_mut().zip(&x[next * inner..][..inner])
                        {
                            *x = *x * a + next * b;
                        }
                    }
                }
            }
        },
    );
    results
}
