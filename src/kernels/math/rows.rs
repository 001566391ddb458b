//! Softmax and its kin: each lane along some axes is brought to a scale of its own.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the lanes run along the middle. If
//! `inner` is 1 a lane is a slice, else neighbouring lanes are walked together, in strips of columns.

use super::exponential::exp_of;
use super::logarithm::Ln;
use super::real::{Real, sum};
use super::{Function, in_pieces, in_row_major, written};
use crate::kernels::dispatch::{Work, vectorised_fused};
use crate::kernels::operand::Source;
use crate::kernels::prefetch::prefetch;
use crate::kernels::specialize::Same;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::{Range, RangeInclusive};

/// What is made of the maximum and of the sum of the exponentials.
const QUOTIENTS: u8 = 0;
const LOGARITHMS: u8 = 1;
const SUM: u8 = 2;

type Kernel<T> = fn(&[T], [usize; 3], T, &mut [MaybeUninit<T>]);

/// A change of lanes as it is called: with the elements, their shape, a number, and the result.
pub(crate) struct Lanes {
    f32: Kernel<f32>,
    f64: Kernel<f64>,
}

/// `exp(x - max) / sum(exp(x - max))`.
pub(crate) static SOFTMAX: Lanes =
    Lanes { f32: softmax::<f32, QUOTIENTS>, f64: softmax::<f64, QUOTIENTS> };
/// The logarithm of softmax.
pub(crate) static LOG_SOFTMAX: Lanes =
    Lanes { f32: softmax::<f32, LOGARITHMS>, f64: softmax::<f64, LOGARITHMS> };
/// The logarithm of the sum of the exponentials: one result for each lane.
pub(crate) static LOG_SUM: Lanes = Lanes { f32: softmax::<f32, SUM>, f64: softmax::<f64, SUM> };
/// `(x - mean) / sqrt(variance + number)`, for `inner` of 1 only.
pub(crate) static LAYER_NORM: Lanes = Lanes { f32: layer_norm::<f32>, f64: layer_norm::<f64> };

/// Changes the lanes along neighbouring axes, if there is a kernel for the type, to `results`
/// elements in all. They are in row-major order.
#[inline(always)]
pub(crate) fn lanes<T, const R: usize>(
    source: Source<'_, T, R>,
    axes: RangeInclusive<usize>,
    number: T,
    change: &Lanes,
    results: usize,
) -> Option<Vec<T>> {
    if let Some(same) = Same::<T, f32>::proof() {
        let elements = changed(same.source(source), axes, same.value(number), change.f32, results);
        return Some(same.vec_back(elements));
    }
    if let Some(same) = Same::<T, f64>::proof() {
        let elements = changed(same.source(source), axes, same.value(number), change.f64, results);
        return Some(same.vec_back(elements));
    }
    None
}

fn changed<T: Real, const R: usize>(
    source: Source<'_, T, R>,
    axes: RangeInclusive<usize>,
    number: T,
    change: Kernel<T>,
    results: usize,
) -> Vec<T> {
    let shape = source.layout().shape();
    assert!(!source.layout().is_empty());
    let size = |axes: &[usize]| axes.iter().product();
    let (first, end) = (*axes.start(), *axes.end() + 1);
    let [outer, n, inner] = [size(&shape[..first]), size(&shape[first..end]), size(&shape[end..])];
    let from = in_row_major(source);
    let (lanes, made) = (n * inner, results / outer);
    written(results, |to| {
        in_pieces(to, made, size_of_val(&*from), &|first, to| {
            let outer = to.len() / made;
            change(&from[first * lanes..][..outer * lanes], [outer, n, inner], number, to);
        });
    })
}

/// How many sums are kept side by side: as many as fill the pipeline of an addition.
const LANES: usize = 64;
/// How many elements are added up before the sum is added to those before, with all its digits.
const BLOCK: usize = 512;

/// Folds `f` of the elements in lanes, and these in a tree.
#[inline(always)]
fn fold_lanes<T: Real>(
    from: &[T],
    start: T,
    push: impl Fn(T, T) -> T + Copy,
    merge: impl Fn(T, T) -> T + Copy,
) -> T {
    fold_into([start; LANES], from, push, merge)
}

/// As [`fold_lanes`], from what the lanes are.
#[inline(always)]
fn fold_into<T: Real>(
    mut lanes: [T; LANES],
    from: &[T],
    push: impl Fn(T, T) -> T + Copy,
    merge: impl Fn(T, T) -> T + Copy,
) -> T {
    let mut chunks = from.chunks_exact(LANES);
    for chunk in &mut chunks {
        for lane in 0..LANES {
            lanes[lane] = push(lanes[lane], chunk[lane]);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(chunks.remainder()) {
        *lane = push(*lane, x);
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = merge(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

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
        total.add(fold_lanes(
            block,
            T::ZERO,
            #[inline(always)]
            move |sum, x| sum + term(x),
            #[inline(always)]
            |a, b| a + b,
        ));
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
    let (fours, rest) = from.as_chunks::<{ 4 * LANES }>();
    let mut lanes = [-T::INFINITY; LANES];
    for four in fours {
        for (lane, best) in lanes.iter_mut().enumerate() {
            let get = |n: usize| four[n * LANES + lane];
            *best = best.max(greater(greater(get(0), get(1)), greater(get(2), get(3))));
        }
    }
    fold_into(lanes, rest, T::max, T::max)
}

struct Softmax<'a, T, const MADE: u8>(&'a [T], [usize; 3], &'a mut [MaybeUninit<T>]);

fn softmax<T: Real, const MADE: u8>(
    from: &[T],
    shape: [usize; 3],
    _: T,
    to: &mut [MaybeUninit<T>],
) {
    vectorised_fused(Softmax::<T, MADE>(from, shape, to));
}

impl<T: Real, const MADE: u8> Work for Softmax<'_, T, MADE> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Softmax(from, [outer, n, inner], to) = self;
        // As many results for each `inner` times `n` elements.
        let results = if MADE == SUM { inner } else { n * inner };
        assert!(from.len() == outer * n * inner && to.len() == outer * results);
        let width = inner.min(WIDE);
        let mut strip = Strip::new(if inner == 1 { 0 } else { width });
        for (from, to) in from.chunks_exact(n * inner).zip(to.chunks_exact_mut(results)) {
            if inner == 1 {
                softmax_row::<FMA, T, MADE>(from, to);
                continue;
            }
            for left in (0..inner).step_by(width) {
                strip.softmax::<FMA, MADE>(from, to, left..inner.min(left + width), inner);
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
fn softmax_row<const FMA: bool, T: Real, const MADE: u8>(from: &[T], to: &mut [MaybeUninit<T>]) {
    let length = from.len();
    let greatest = greatest(from);
    let mut total = Total::ZERO;
    for (n, from) in from.chunks(BLOCK).enumerate() {
        // Of the next row: this one was read for its maximum.
        prefetch(from.as_ptr().wrapping_add(length), from.len());
        if MADE != QUOTIENTS {
            total.add(fold_lanes(
                from,
                T::ZERO,
                #[inline(always)]
                |sum, x| sum + exp::<FMA, T>(x - greatest),
                #[inline(always)]
                |a, b| a + b,
            ));
            continue;
        }
        let to = &mut to[n * BLOCK..][..from.len()];
        let mut lanes = [T::ZERO; LANES];
        let (mut chunks, mut places) = (from.chunks_exact(LANES), to.chunks_exact_mut(LANES));
        for (from, to) in (&mut chunks).zip(&mut places) {
            for lane in 0..LANES {
                let power = exp::<FMA, T>(from[lane] - greatest);
                lanes[lane] = lanes[lane] + power;
                to[lane].write(power);
            }
        }
        let rest = chunks.remainder().iter().zip(places.into_remainder());
        for (sum, (&x, place)) in lanes.iter_mut().zip(rest) {
            *sum = *sum + *place.write(exp::<FMA, T>(x - greatest));
        }
        total.add(fold_lanes(&lanes, T::ZERO, |a, b| a + b, |a, b| a + b));
    }
    let total = total.value();
    if MADE == SUM {
        to[0].write(log_sum::<FMA, T>(greatest, total, from.iter().copied()));
    } else if MADE == LOGARITHMS {
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

/// How many lanes are walked together. Narrower strips, which would stay in the second-level cache
/// from pass to pass, took twice as long where a row fills a page: each step is another page then.
const WIDE: usize = 1024;
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

    /// As [`softmax_row`], of the lanes in `columns` of rows of `inner`.
    #[inline(always)]
    fn softmax<const FMA: bool, const MADE: u8>(
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
            if MADE == QUOTIENTS {
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
                QUOTIENTS => T::ONE / total,
                LOGARITHMS => Ln::at::<FMA>(total),
                _ => {
                    let lane = from.iter().skip(columns.start + i).step_by(inner).copied();
                    log_sum::<FMA, T>(greatest[i], total, lane)
                }
            };
        }
        if MADE == SUM {
            for (place, &sum) in to[columns].iter_mut().zip(&*block) {
                place.write(sum);
            }
            return;
        }
        for (from, to) in from.chunks_exact(inner).zip(to.chunks_exact_mut(inner)) {
            let (from, to) = (&from[columns.clone()], &mut to[columns.clone()]);
            for i in 0..width {
                if MADE == LOGARITHMS {
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

struct LayerNorm<'a, T>(&'a [T], [usize; 3], T, &'a mut [MaybeUninit<T>]);

fn layer_norm<T: Root>(from: &[T], shape: [usize; 3], eps: T, to: &mut [MaybeUninit<T>]) {
    vectorised_fused(LayerNorm(from, shape, eps, to));
}

/// A float with a square root.
trait Root: Real {
    fn root(self) -> Self;
    fn count(n: usize) -> Self;
}

macro_rules! roots {
    ($($float:ident)+) => { $(
        impl Root for $float {
            #[inline(always)]
            fn root(self) -> Self {
                num_traits::Float::sqrt(self)
            }

            #[inline(always)]
            fn count(n: usize) -> Self {
                n as $float
            }
        }
    )+ };
}

roots!(f32 f64);

impl<T: Root> Work for LayerNorm<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let LayerNorm(from, [outer, n, inner], eps, to) = self;
        assert!(inner == 1 && from.len() == to.len() && from.len() == outer * n);
        for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
            // The mean as a sum of two numbers: see `fold/moments.rs`.
            let first = from[0];
            let difference = sum_of(
                from,
                #[inline(always)]
                move |x| x - first,
            ) / T::count(n);
            let mean = first + difference;
            let rest = difference - (mean - first);
            let squares = sum_of(
                from,
                #[inline(always)]
                move |x| {
                    let deviation = (x - mean) - rest;
                    deviation * deviation
                },
            );
            let scale = T::ONE / (squares / T::count(n) + eps).root();
            for (to, from) in to.chunks_mut(BLOCK).zip(from.chunks(BLOCK)) {
                // Of the next row, while this one is in the cache.
                prefetch(from.as_ptr().wrapping_add(n), from.len());
                for (place, &x) in to.iter_mut().zip(from) {
                    place.write(((x - mean) - rest) * scale);
                }
            }
        }
    }
}
