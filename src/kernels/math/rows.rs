//! Softmax and its kin: each lane along some axes is brought to a scale of its own.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the lanes run along the middle. If
//! `inner` is 1 a lane is a slice, else neighbouring lanes are walked together, in strips of columns.

use super::exponential::exp_of;
use super::logarithm::Ln;
use super::real::{Real, sum};
use super::{Function, in_pieces, in_row_major};
use crate::kernels::dispatch::{Work, vectorised_fused};
use crate::kernels::fold::{continued, in_lanes};
use crate::kernels::operand::Source;
use crate::kernels::prefetch::prefetch;
use crate::kernels::specialize::identity;
use crate::kernels::thresholds::LANES_TOGETHER;
use crate::kernels::uninit::UninitVec;
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::mem::MaybeUninit;
use core::ops::Range;
use num_traits::Float;

/// What is made of a lane.
pub(crate) type RowFunction = u8;

/// `exp(x - max) / sum(exp(x - max))`.
pub(crate) const SOFTMAX: RowFunction = 0;
/// The logarithm of softmax.
pub(crate) const LOG_SOFTMAX: RowFunction = 1;
/// The logarithm of the sum of the exponentials: one result for each lane.
pub(crate) const LOG_SUM: RowFunction = 2;
/// `(x - mean) / sqrt(variance + eps)`, for `inner` of 1 only.
pub(crate) const LAYER_NORM: RowFunction = 3;

/// What is made of the lanes of a source of shape `[outer, n, inner]`, which has elements; in row-major
/// order.
pub(crate) fn rows<T: Float, const R: usize>(
    source: Source<'_, T, R>,
    shape: [usize; 3],
    function: RowFunction,
    eps: T,
) -> Vec<T> {
    let from = in_row_major(source);
    let [outer, n, inner] = shape;
    assert!(!from.is_empty() && from.len() == outer * n * inner);
    let results = if function == LOG_SUM { outer * inner } else { from.len() };
    let mut fresh = UninitVec::with_len(results);
    let to = fresh.places(results).0.as_mut_ptr().cast();
    let (elements, id) = (from.as_ptr().cast(), identity::<T>());
    // SAFETY: the types are those of the identity, and there is room for the results.
    if unsafe { rows_built_in(id, function, elements, shape, (&raw const eps).cast(), to) } {
        // SAFETY: all were written.
        return unsafe { fresh.finish(results) };
    }
    rows_any(&from, shape, function, eps)
}

/// [`rows`] without types, of built-in floats.
///
/// # Safety
/// All addresses are of the type of the identity: elements of the shape, a number, and as many places as
/// results.
unsafe fn rows_built_in(
    id: TypeId,
    function: RowFunction,
    from: *const u8,
    shape: [usize; 3],
    eps: *const u8,
    to: *mut u8,
) -> bool {
    macro_rules! each {
        ($($float:ty: $change:expr;)+) => { $(
            if id == TypeId::of::<$float>() {
                let [outer, n, inner] = shape;
                let results = if function == LOG_SUM { outer * inner } else { outer * n * inner };
                // SAFETY: by the caller's promise; the same below.
                let from = unsafe { core::slice::from_raw_parts(from.cast::<$float>(), outer * n * inner) };
                // SAFETY: see above.
                let to = unsafe { core::slice::from_raw_parts_mut(to.cast::<MaybeUninit<$float>>(), results) };
                // SAFETY: see above.
                let eps = unsafe { eps.cast::<$float>().read() };
                $change(from, shape, function, eps, to);
                return true;
            }
        )+ };
    }
    each! { f32: shared::<f32>; f64: shared::<f64>; }
    #[cfg(feature = "half")]
    each! { half::f16: small::<half::f16>; half::bf16: small::<half::bf16>; }
    false
}

/// In `f32`.
#[cfg(feature = "half")]
fn small<T: crate::kernels::fold::Number<Wide = f32>>(
    from: &[T],
    shape: [usize; 3],
    function: RowFunction,
    eps: T,
    to: &mut [MaybeUninit<T>],
) {
    let from: Vec<f32> = from.iter().map(|x| x.widen()).collect();
    let mut wide = Vec::with_capacity(to.len());
    shared(&from, shape, function, eps.widen(), &mut wide.spare_capacity_mut()[..to.len()]);
    // SAFETY: all were written.
    unsafe { wide.set_len(to.len()) };
    for (place, x) in to.iter_mut().zip(wide) {
        place.write(T::narrow(x));
    }
}

/// On several threads, if there is enough to do.
fn shared<T: Real + Float>(
    from: &[T],
    [outer, n, inner]: [usize; 3],
    function: RowFunction,
    eps: T,
    to: &mut [MaybeUninit<T>],
) {
    let (lanes, made) = (n * inner, to.len() / outer);
    in_pieces(to, made, size_of_val(from), &|first, to| {
        let outer = to.len() / made;
        let from = &from[first * lanes..][..outer * lanes];
        let shape = [outer, n, inner];
        match function {
            SOFTMAX => vectorised_fused(Rows::<T, SOFTMAX>(from, shape, eps, to)),
            LOG_SOFTMAX => vectorised_fused(Rows::<T, LOG_SOFTMAX>(from, shape, eps, to)),
            LOG_SUM => vectorised_fused(Rows::<T, LOG_SUM>(from, shape, eps, to)),
            _ => vectorised_fused(Rows::<T, LAYER_NORM>(from, shape, eps, to)),
        }
    });
}

/// [`rows`] of any float, one lane after the other: little code, because it is compiled for each type.
fn rows_any<T: Float>(
    from: &[T],
    [outer, n, inner]: [usize; 3],
    function: RowFunction,
    eps: T,
) -> Vec<T> {
    let made = if function == LOG_SUM { 1 } else { n };
    let mut results = vec![T::zero(); outer * made * inner];
    for lane in 0..outer * inner {
        let (outer, column) = (lane / inner, lane % inner);
        let get = |i: usize| from[(outer * n + i) * inner + column];
        let total = |f: &dyn Fn(T) -> T| (0..n).fold(T::zero(), |total, i| total + f(get(i)));
        // What is taken off an element, and what else is done to it.
        let (less, number);
        if function == LAYER_NORM {
            let count = T::from(n).unwrap_or_else(T::infinity);
            less = get(0) + total(&|x| x - get(0)) / count;
            number = (total(&|x| (x - less) * (x - less)) / count + eps).sqrt();
        } else {
            // A NaN is no less than any number, and stays.
            let greater = |a: T, b: T| if b > a || b.is_nan() { b } else { a };
            less = (1..n).fold(get(0), |a, i| greater(a, get(i)));
            let sum = total(&|x| (x - less).exp());
            number = if function == SOFTMAX { sum } else { sum.ln() };
        }
        if function == LOG_SUM {
            results[lane] = if less.is_infinite() { less } else { less + number };
            continue;
        }
        for i in 0..n {
            let x = get(i) - less;
            results[(outer * n + i) * inner + column] = match function {
                SOFTMAX => x.exp() / number,
                LOG_SOFTMAX => x - number,
                _ => x / number,
            };
        }
    }
    results
}

/// How many sums are kept side by side: as many as fill the pipeline of an addition.
const SUMS: usize = 64;
/// How many elements are added up before the sum is added to those before, with all its digits.
const BLOCK: usize = 512;

/// A sum in two parts, so that the error of a long one is that of its blocks.
#[derive(Clone, Copy)]
struct Total<T>(T, T);

impl<T: Real> Total<T> {
    const ZERO: Self = Total(T::ZERO, T::ZERO);

    #[inline(always)]
    fn add(&mut self, x: T) {
        let (total, rest) = sum(self.0, x);
        // Of infinities there is no rest.
        let rest = if rest.is_nan() { T::ZERO } else { rest };
        *self = Total(total, self.1 + rest);
    }

    #[inline(always)]
    fn value(self) -> T {
        self.0 + self.1
    }
}

/// Adds up what `term` makes of the elements.
#[inline(always)]
fn sum_of<T: Real>(from: &[T], term: impl Fn(T) -> T + Copy) -> T {
    let mut total = Total::ZERO;
    for block in from.chunks(BLOCK) {
        // SAFETY: `i` is less than the length.
        let term = |i| term(unsafe { *block.get_unchecked(i) });
        total.add(in_lanes::<SUMS, _>(block.len(), term, |a, b| a + b));
    }
    total.value()
}

/// The greatest element, or minus infinity if there is none; with a NaN among them, any of them.
#[inline(always)]
fn greatest<T: Real>(from: &[T]) -> T {
    // Of four elements in registers by comparing: one instruction, and if one of them is NaN, all that is
    // made of the lane will be. Only what stays in memory takes `max`: where it is the element or else what
    // was there, the compiler stores under a mask, and the next load waits for that.
    let greater = |a: T, b: T| if a > b { a } else { b };
    let (fours, rest) = from.as_chunks::<{ 4 * SUMS }>();
    let mut lanes = [-T::INFINITY; SUMS];
    for four in fours {
        for (lane, best) in lanes.iter_mut().enumerate() {
            let get = |n: usize| four[n * SUMS + lane];
            *best = best.max(greater(greater(get(0), get(1)), greater(get(2), get(3))));
        }
    }
    // SAFETY: `i` is less than the length.
    continued(lanes, 0, rest.len(), |i| unsafe { *rest.get_unchecked(i) }, T::max)
}

/// The elements, their shape, what is added to a variance, and the results.
struct Rows<'a, T, const MADE: RowFunction>(&'a [T], [usize; 3], T, &'a mut [MaybeUninit<T>]);

impl<T: Real + Float, const MADE: RowFunction> Work for Rows<'_, T, MADE> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Rows(from, [outer, n, inner], eps, to) = self;
        // As many results for each `inner` times `n` elements.
        let results = if MADE == LOG_SUM { inner } else { n * inner };
        assert!(from.len() == outer * n * inner && to.len() == outer * results);
        let width = inner.min(LANES_TOGETHER);
        let mut strip = Strip::new(if inner == 1 { 0 } else { width });
        for (from, to) in from.chunks_exact(n * inner).zip(to.chunks_exact_mut(results)) {
            if MADE == LAYER_NORM {
                assert!(inner == 1);
                normed(from, to, eps);
            } else if inner == 1 {
                row::<FMA, T, MADE>(from, to);
            } else {
                for left in (0..inner).step_by(width) {
                    strip.softmax::<FMA, MADE>(from, to, left..inner.min(left + width), inner);
                }
            }
        }
    }
}

/// The exponential of what an element is less than the greatest. (With a NaN in the lane it may be more,
/// and the result is NaN whatever comes of it.)
#[inline(always)]
fn exp<const FMA: bool, T: Real>(x: T) -> T {
    exp_of::<FMA, true, T>(x, None).value()
}

/// The logarithm of a sum of exponentials of the numbers of a lane, less the greatest. If that is
/// infinite, the sum means nothing: the result is the same infinity, or NaN if there is one.
#[inline(always)]
fn log_sum<const FMA: bool, T: Real>(
    greatest: T,
    total: T,
    lane: impl IntoIterator<Item = T>,
) -> T {
    if greatest.abs() < T::INFINITY {
        return greatest + Ln::at::<FMA>(total);
    }
    if lane.into_iter().any(T::is_nan) { T::NAN } else { greatest }
}

/// Reads the elements twice and the result once: maximum, exponentials with their sum, quotients.
#[inline(always)]
fn row<const FMA: bool, T: Real, const MADE: RowFunction>(from: &[T], to: &mut [MaybeUninit<T>]) {
    let length = from.len();
    let greatest = greatest(from);
    let mut total = Total::ZERO;
    for (n, from) in from.chunks(BLOCK).enumerate() {
        // Of the next row: this one was read for its maximum.
        prefetch(from.as_ptr().wrapping_add(length), from.len());
        let to = if MADE == SOFTMAX {
            to[n * BLOCK..][..from.len()].as_mut_ptr()
        } else {
            to.as_mut_ptr()
        };
        let term = |i: usize| {
            // SAFETY: `i` is less than the length.
            let power = exp::<FMA, T>(unsafe { *from.get_unchecked(i) } - greatest);
            if MADE == SOFTMAX {
                // SAFETY: as many places.
                let place = unsafe { to.add(i) };
                // SAFETY: the same.
                unsafe { place.write(MaybeUninit::new(power)) };
            }
            power
        };
        total.add(in_lanes::<SUMS, _>(from.len(), term, |a, b| a + b));
    }
    let total = total.value();
    if MADE == LOG_SUM {
        to[0].write(log_sum::<FMA, T>(greatest, total, from.iter().copied()));
    } else if MADE == LOG_SOFTMAX {
        let log = Ln::at::<FMA>(total);
        for (place, &x) in to.iter_mut().zip(from) {
            place.write((x - greatest) - log);
        }
    } else {
        let factor = T::ONE / total;
        for place in to {
            // SAFETY: all places are written above.
            let x = unsafe { place.assume_init() };
            place.write(x * factor);
        }
    }
}

/// How many rows are added up before the sum is added to those before, with all its digits.
const ROWS: usize = 32;

/// What is known of lanes next to each other: the greatest of each, the sum of a block, and that of
/// those before, in two parts.
struct Strip<T> {
    greatest: Vec<T>,
    block: Vec<T>,
    total: Vec<T>,
    rest: Vec<T>,
}

impl<T: Real> Strip<T> {
    fn new(width: usize) -> Self {
        let row = || vec![T::ZERO; width];
        Strip { greatest: row(), block: row(), total: row(), rest: row() }
    }

    /// As [`row`], of the lanes in `columns` of rows of `inner`.
    #[inline(always)]
    fn softmax<const FMA: bool, const MADE: RowFunction>(
        &mut self,
        from: &[T],
        to: &mut [MaybeUninit<T>],
        columns: Range<usize>,
        inner: usize,
    ) {
        let width = columns.len();
        let (greatest, block) = (&mut self.greatest[..width], &mut self.block[..width]);
        let (total, rest) = (&mut self.total[..width], &mut self.rest[..width]);
        greatest.fill(-T::INFINITY);
        block.fill(T::ZERO);
        total.fill(T::ZERO);
        rest.fill(T::ZERO);
        for from in from.chunks_exact(inner) {
            for (greatest, &x) in greatest.iter_mut().zip(&from[columns.clone()]) {
                *greatest = greatest.max(x);
            }
        }
        for (n, from) in from.chunks_exact(inner).enumerate() {
            let from = &from[columns.clone()];
            if MADE == SOFTMAX {
                let to = &mut to[n * inner..][columns.clone()];
                for i in 0..width {
                    let e = exp::<FMA, T>(from[i] - greatest[i]);
                    block[i] = block[i] + e;
                    to[i].write(e);
                }
            } else {
                for i in 0..width {
                    block[i] = block[i] + exp::<FMA, T>(from[i] - greatest[i]);
                }
            }
            if n % ROWS == ROWS - 1 {
                flush(total, rest, block);
            }
        }
        flush(total, rest, block);
        for i in 0..width {
            let total = total[i] + rest[i];
            block[i] = match MADE {
                SOFTMAX => T::ONE / total,
                LOG_SOFTMAX => Ln::at::<FMA>(total),
                _ => {
                    let lane = from.iter().skip(columns.start + i).step_by(inner).copied();
                    log_sum::<FMA, T>(greatest[i], total, lane)
                }
            };
        }
        if MADE == LOG_SUM {
            for (place, &sum) in to[columns].iter_mut().zip(&*block) {
                place.write(sum);
            }
            return;
        }
        for (from, to) in from.chunks_exact(inner).zip(to.chunks_exact_mut(inner)) {
            let (from, to) = (&from[columns.clone()], &mut to[columns.clone()]);
            for i in 0..width {
                if MADE == LOG_SOFTMAX {
                    to[i].write((from[i] - greatest[i]) - block[i]);
                } else {
                    // SAFETY: all places of the strip are written above.
                    let e = unsafe { to[i].assume_init() };
                    to[i].write(e * block[i]);
                }
            }
        }
    }
}

/// Adds the sums of a block to those before.
#[inline(always)]
fn flush<T: Real>(total: &mut [T], rest: &mut [T], block: &mut [T]) {
    for ((total, rest), block) in total.iter_mut().zip(rest).zip(block) {
        let mut whole = Total(*total, *rest);
        whole.add(*block);
        (*total, *rest) = (whole.0, whole.1);
        *block = T::ZERO;
    }
}

/// Brings a row to mean 0 and variance 1.
#[inline(always)]
fn normed<T: Real + Float>(from: &[T], to: &mut [MaybeUninit<T>], eps: T) {
    let count = T::from(from.len()).unwrap_or(T::INFINITY);
    // The mean as a sum of two numbers: see `fold/moments.rs`.
    let first = from[0];
    let difference = sum_of(
        from,
        #[inline(always)]
        move |x| x - first,
    ) / count;
    let mut mean = first + difference;
    let mut rest = difference - (mean - first);
    let mut squares = sum_of(
        from,
        #[inline(always)]
        move |x| {
            let deviation = (x - mean) - rest;
            deviation * deviation
        },
    );
    if !squares.is_finite() && from.iter().all(|x| x.is_finite()) {
        // Too large for the type: the results are zero, whatever the mean.
        (mean, rest, squares) = (T::ZERO, T::ZERO, T::INFINITY);
    }
    let scale = T::ONE / Real::sqrt(squares / count + eps);
    for (to, part) in to.chunks_mut(BLOCK).zip(from.chunks(BLOCK)) {
        // Of the next row, while this one is in the cache.
        prefetch(part.as_ptr().wrapping_add(from.len()), part.len());
        for (place, &x) in to.iter_mut().zip(part) {
            place.write(((x - mean) - rest) * scale);
        }
    }
}
