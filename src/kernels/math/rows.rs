//! Softmax, norms and their kin: each lane along some axes is brought to a scale of its own.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the lanes run along the middle. If
//! `inner` is not 1, lanes are walked side by side (`across.rs`), or few copied to where each is a slice, and their
//! results back. Many short lanes are copied, a block at a time, to lie side by side.

use super::{Calculation, Operands, across, calculate, has_kernels};
use crate::formulas::Function;
use crate::formulas::exponential::exp_of;
use crate::formulas::logarithm::Ln;
use crate::formulas::pairwise::in_tree;
use crate::formulas::real::{Real, sum};
use crate::kernels::copy::{in_row_major, to_vec};
use crate::kernels::dispatch::{Work, vectorised};
use crate::kernels::elementwise::{Patch, copy_patch};
use crate::kernels::fold::simple::{MANY, in_parts};
use crate::kernels::operand::Source;
use crate::kernels::prefetch::{ahead, prefetch_after};
use crate::kernels::specialize::identity;
use crate::kernels::threads::in_pieces;
use crate::kernels::thresholds::{ACROSS_FROM, LANES_BLOCK};
use crate::kernels::uninit::UninitVec;
use crate::layout::Layout;
use crate::storage::Span;
use alloc::{vec, vec::Vec};
use core::mem::MaybeUninit;
use num_traits::Float;

/// What is made of a lane.
pub(crate) type RowFunction = u8;

/// `exp(x - max) / sum(exp(x - max))`.
pub(crate) const SOFTMAX: RowFunction = 0;
/// The logarithm of softmax.
pub(crate) const LOG_SOFTMAX: RowFunction = 1;
/// The logarithm of the sum of the exponentials: one result for each lane.
pub(crate) const LOG_SUM: RowFunction = 2;
/// `(x - mean) / sqrt(variance + eps)`.
pub(crate) const LAYER_NORM: RowFunction = 3;
/// `x / sqrt(mean of squares + eps)`.
pub(crate) const RMS_NORM: RowFunction = 4;

/// Whether the sum of squares of a lane scales its elements.
pub(crate) fn is_norm(function: RowFunction) -> bool {
    function == LAYER_NORM || function == RMS_NORM
}

/// What is made of the lanes of a source of shape `[outer, n, inner]`, which has elements; in row-major
/// order.
pub(crate) fn rows<T: Float, const R: usize>(
    source: Source<'_, T, R>,
    [outer, n, inner]: [usize; 3],
    function: RowFunction,
    eps: T,
) -> Vec<T> {
    let from = in_row_major(source);
    assert!(!from.is_empty() && from.len() == outer * n * inner);
    // Lanes are walked side by side, or one after the other.
    let are_across = inner >= ACROSS_FROM && !is_norm(function) && has_kernels(identity::<T>());
    let is_turned = inner > 1 && !are_across;
    let from = if is_turned { turned(&from, [outer, n, inner]).into() } else { from };
    let lanes = Calculation::Lanes([n, if are_across { inner } else { 1 }], function);
    let results = calculate([&from, &[eps]], outer * inner * made_of(n, function), lanes)
        .unwrap_or_else(|| rows_any(&from, n, function, eps));
    if is_turned { turned(&results, [outer, inner, made_of(n, function)]) } else { results }
}

/// A copy in which the last two axes have changed places.
fn turned<T: Copy>(elements: &[T], shape: [usize; 3]) -> Vec<T> {
    let layout = Layout::row_major(shape).expect("no larger than the whole").swap_axes(1, 2);
    to_vec(Source::new(Span::from_slice(elements), &layout))
}

/// How many results a lane has.
pub(super) fn made_of(n: usize, function: RowFunction) -> usize {
    if function == LOG_SUM { 1 } else { n }
}

/// [`Calculation::Lanes`], on several threads if there is enough to do; nothing for another calculation.
pub(super) fn run<T: Real>(calculation: &Calculation<'_>, (from, eps, to): Operands<'_, T>) {
    let &Calculation::Lanes([n, inner], function) = calculation else { return };
    if inner > 1 {
        return across::run(from, [n, inner], function, to);
    }
    let made = made_of(n, function);
    let is_by_blocks = from.len() >= ACROSS_FROM * n && n < LANE_SUMS && !is_norm(function);
    in_pieces(to, made, size_of_val(from), &|first, to| {
        let from = &from[first * n..][..to.len() / made * n];
        match is_by_blocks {
            true => by_blocks(from, n, function, to),
            false => vectorised(EachLane { from, n, function, eps: eps[0], to }),
        }
    });
}

/// What is made of short lanes that follow each other: blocks of them are copied so that they run side by side.
fn by_blocks<T: Real>(from: &[T], n: usize, function: RowFunction, to: &mut [MaybeUninit<T>]) {
    let (made, block) = (made_of(n, function), (LANES_BLOCK / n / 16 * 16).min(across::STRIP));
    let [mut copies, mut results] = [n, made].map(|rows| UninitVec::with_len(rows * block));
    for (from, to) in from.chunks(n * block).zip(to.chunks_mut(made * block)) {
        let (copies, results) = (copies.places(from.len()).0, results.places(to.len()).0);
        turn(from, n, copies);
        // SAFETY: the precondition of `assume_init_ref`: all were written.
        across::run(unsafe { copies.assume_init_ref() }, [n, from.len() / n], function, results);
        // SAFETY: as above.
        turn(unsafe { results.assume_init_ref() }, from.len() / n, to);
    }
}

/// Copies the columns of a matrix to rows.
fn turn<T: Real>(from: &[T], columns: usize, to: &mut [MaybeUninit<T>]) {
    assert!(from.len() == to.len());
    let (strides, sizes) = ([1, columns as isize], [columns, from.len() / columns]);
    let from = Patch { start: from.as_ptr().cast_mut().cast(), strides, sizes };
    // SAFETY: the precondition of `copy_patch`: floats, and as many places, which nothing else reaches.
    unsafe { copy_patch(size_of::<T>(), from, Patch::dense(to.as_mut_ptr().cast(), sizes)) };
}

/// [`rows`] of any float, one lane after the other: little code, because it is compiled for each type.
fn rows_any<T: Float>(from: &[T], n: usize, function: RowFunction, eps: T) -> Vec<T> {
    let made = made_of(n, function);
    let mut results = vec![T::zero(); from.len() / n * made];
    for (lane, results) in from.chunks_exact(n).zip(results.chunks_exact_mut(made)) {
        let total = |f: &dyn Fn(T) -> T| lane.iter().fold(T::zero(), |total, &x| total + f(x));
        // What is taken off an element, and what else is done to it.
        let (less, number);
        if is_norm(function) {
            let count = T::from(n).unwrap_or_else(T::infinity);
            let is_centred = function == LAYER_NORM;
            less = if is_centred { lane[0] + total(&|x| x - lane[0]) / count } else { T::zero() };
            number = (total(&|x| (x - less) * (x - less)) / count + eps).sqrt();
        } else {
            // A NaN is no less than any number, and stays.
            let greater = |a: T, b: T| if b > a || b.is_nan() { b } else { a };
            less = lane.iter().copied().fold(T::neg_infinity(), greater);
            let sum = total(&|x| (x - less).exp());
            number = if function == SOFTMAX { sum } else { sum.ln() };
        }
        for (result, &x) in results.iter_mut().zip(lane) {
            *result = match function {
                SOFTMAX => (x - less).exp() / number,
                LOG_SOFTMAX => (x - less) - number,
                LAYER_NORM | RMS_NORM => (x - less) / number,
                _ if less.is_infinite() => less,
                _ => less + number,
            };
        }
    }
    results
}

/// How many sums are kept side by side. With more the compiler makes worse code, and the sum of a block hides
/// behind what is written for the next. Shorter lanes are walked side by side, if they are many.
const LANE_SUMS: usize = 64;
/// How many elements are added up before the sum is added to those before, with all its digits.
const SUM_BLOCK: usize = 512;

/// Sums side by side, which may stay in memory. It is read and written at each step, which takes twice as long where
/// vectors of 64 bytes lie across two lines of the cache.
#[repr(align(64))]
struct LaneSums<T>([T; LANE_SUMS]);

/// The sum of what `term` makes of the blocks of a lane, in two numbers, so that its error is that of the blocks.
#[inline(always)]
fn sum_of_blocks<T: Real>(from: &[T], mut term: impl FnMut(usize, &[T]) -> T) -> T {
    let (mut total, mut rest) = (T::ZERO, T::ZERO);
    for (n, block) in from.chunks(SUM_BLOCK).enumerate() {
        // Of the next lane.
        prefetch_after(block, if ahead() > 0 { size_of_val(from) } else { 0 });
        let (whole, lost) = sum(total, term(n * SUM_BLOCK, block));
        // Of infinities there is no rest.
        (total, rest) = (whole, rest + if lost.is_nan() { T::ZERO } else { lost });
    }
    total + rest
}

/// Writes the exponentials of what the elements of a lane are less than the greatest, and adds them up. If there is not
/// a place for each element, there are those of a block, which is written again and again.
#[inline(always)]
fn sum_of_exponentials<const FMA: bool, T: Real>(
    from: &[T],
    to: &mut [MaybeUninit<T>],
    greatest: T,
) -> T {
    let are_kept = to.len() >= from.len();
    sum_of_blocks(
        from,
        #[inline(always)]
        |start, block| {
            let to = &mut to[if are_kept { start } else { 0 }..][..block.len()];
            // The compiler does not reassociate the additions of a float sum: these are independent, and vectorise.
            let mut sums = LaneSums([T::ZERO; LANE_SUMS]);
            for (block, to) in block.chunks(LANE_SUMS).zip(to.chunks_mut(LANE_SUMS)) {
                for ((sum, &x), place) in sums.0.iter_mut().zip(block).zip(to) {
                    // With a NaN in the lane a difference may be positive, and the result is NaN whatever comes of it.
                    *sum = *sum + *place.write(exp_of::<FMA, true, T>(x - greatest, None).value());
                }
            }
            in_tree(sums.0, |a, b| a + b)
        },
    )
}

/// The mean of a lane as a sum of two numbers: see `fold/moments.rs`.
#[inline(always)]
fn mean<T: Real>(from: &[T]) -> (T, T) {
    let first = from[0];
    let total = sum_of_blocks(
        from,
        #[inline(always)]
        |_, block| in_parts::<MANY, _, _>(block, |x| x - first, |a, b| a + b),
    );
    let difference = total / number(from.len());
    let mean = first + difference;
    (mean, difference - (mean - first))
}

/// Lanes of `n` elements, one after the other, what is made of them, and the results.
struct EachLane<'a, T> {
    from: &'a [T],
    n: usize,
    function: RowFunction,
    eps: T,
    to: &'a mut [MaybeUninit<T>],
}

impl<T: Real> Work for EachLane<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let EachLane { from, n, function, eps, to } = self;
        let made = made_of(n, function);
        assert!(from.len() / n == to.len() / made);
        let mut block = [MaybeUninit::uninit(); SUM_BLOCK];
        for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(made)) {
            if is_norm(function) {
                normalise(from, function, eps, to);
                continue;
            }
            // A NaN is passed over; the sum will be NaN.
            // The rest is filled up to a whole run: a loop of constant length is vectorised without a remainder.
            let (rows, rest) = from.as_chunks::<LANE_SUMS>();
            let mut padded = [-T::infinity(); LANE_SUMS];
            padded[..rest.len()].copy_from_slice(rest);
            let among = |x: &[T]| x.iter().fold(-T::infinity(), |greatest, &x| greatest.max(x));
            let other = if rest.is_empty() { -T::infinity() } else { among(&padded) };
            let greatest = among(rows.as_flattened()).max(other);
            let places = if function == LOG_SUM { &mut block[..] } else { &mut *to };
            let total = sum_of_exponentials::<FMA, T>(from, places, greatest);
            if function != SOFTMAX {
                of_logarithm::<FMA, T>(from, function, greatest, total, to);
                continue;
            }
            let factor = T::ONE / total;
            // SAFETY: the precondition of `assume_init_mut`: each place was written.
            unsafe { to.assume_init_mut() }.iter_mut().for_each(|x| *x = *x * factor);
        }
    }
}

/// Brings the mean of squares to 1, of a layer norm that of the deviations from the mean.
#[inline(always)]
fn normalise<T: Real>(from: &[T], function: RowFunction, eps: T, to: &mut [MaybeUninit<T>]) {
    let (mean, rest) = if function == LAYER_NORM { mean(from) } else { (T::ZERO, T::ZERO) };
    let deviation = |x: T| (x - mean) - rest;
    let squares = sum_of_blocks(
        from,
        #[inline(always)]
        |_, block| {
            let square = |x: T| deviation(x) * deviation(x);
            in_parts::<MANY, _, _>(block, square, |a, b| a + b)
        },
    );
    if !squares.is_finite() && from.iter().all(|x| x.is_finite()) {
        // Too large for the type: the results are zero, whatever the mean.
        to.fill(MaybeUninit::new(T::ZERO));
        return;
    }
    let factor = T::ONE / (squares / number(from.len()) + eps).sqrt();
    for (place, &x) in to.iter_mut().zip(from) {
        place.write(deviation(x) * factor);
    }
}

#[inline(always)]
fn number<T: Real>(count: usize) -> T {
    T::from(count).unwrap_or_else(T::infinity)
}

/// Writes what is made of the logarithm of the sum of the exponentials of what the elements are less than the greatest.
#[inline(always)]
fn of_logarithm<const FMA: bool, T: Real>(
    from: &[T],
    function: RowFunction,
    greatest: T,
    total: T,
    to: &mut [MaybeUninit<T>],
) {
    let log = Ln::at::<FMA>(total);
    if function == LOG_SOFTMAX {
        for (place, &x) in to.iter_mut().zip(from) {
            place.write((x - greatest) - log);
        }
    } else if greatest.is_finite() {
        to[0].write(greatest + log);
    } else {
        // The sum means nothing: the result is the same infinity, or NaN if there is one.
        let is_nan = from.iter().any(|x| x.is_nan());
        to[0].write(if is_nan { T::nan() } else { greatest });
    }
}
