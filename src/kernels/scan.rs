//! Running sums and products along an axis: each element is combined with the result before it.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the results run along the middle. Running
//! sums of built-in numbers are compiled here; `scan` itself is little code, because it is compiled for each type.

use super::copy::in_row_major;
use super::fold::of_known_width;
use super::operand::Source;
use super::specialize::identity;
use super::threads::in_pieces;
use super::uninit::{UninitVec, with_capacity};
use alloc::vec::Vec;
use core::any::TypeId;
use core::mem::MaybeUninit;
use core::ops::Add;
use num_complex::Complex;

/// How many lanes along the last axis are done together: each is a chain of operations that wait
/// for one another.
const TOGETHER: usize = 4;

/// Combines each element with the result before it along `axis`, by `f`, which is the sum or the product. The
/// results are in row-major order, and are made in an order in which none comes after a later one.
pub(crate) fn scan<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    is_product: bool,
    f: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let shape = source.layout().shape();
    let from = in_row_major(source);
    let len = from.len();
    if len == 0 {
        return Vec::new();
    }
    let (n, inner) = (shape[axis], shape[axis + 1..].iter().product());
    let mut fresh = UninitVec::with_len(len);
    let to: *mut [MaybeUninit<T>] = fresh.places(len).0;
    let slices = (&*from as *const [T] as _, to as _);
    // SAFETY: as many elements and places, of the type of the identity (invariant 2).
    if !is_product && unsafe { add_built_in(identity::<T>(), slices, [n, inner]) } {
        // SAFETY: all were written (invariant 4).
        return unsafe { fresh.finish(len) };
    }
    drop(fresh);
    in_order(&from, [n, inner], f)
}

/// The best elements so far along `axis`. Of those none of which is better the first one stays, and a NaN
/// stays for ever.
pub(crate) fn scan_best<T: PartialOrd + Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    is_better: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let shape = source.layout().shape();
    let from = in_row_major(source);
    let (n, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    let mut results = with_capacity(from.len());
    // No size is 0 if there is an element.
    for lanes in from.chunks((n * inner).max(1)) {
        match inner {
            1 => add_best(&mut results, lanes, &is_better),
            _ => add_best_rows(&mut results, lanes, inner, &is_better),
        }
    }
    results
}

/// Appends the best elements so far of rows of `inner` elements.
fn add_best_rows<T: PartialOrd + Clone>(
    results: &mut Vec<T>,
    rows: &[T],
    inner: usize,
    is_better: impl Fn(&T, &T) -> bool,
) {
    let mut best = rows[..inner].to_vec();
    for row in rows.chunks_exact(inner) {
        for (best, x) in best.iter_mut().zip(row) {
            // Without a branch.
            let is_next = (is_better(x, best) | is_nan(x)) & !is_nan(best);
            *best = if is_next { x.clone() } else { best.clone() };
        }
        results.extend_from_slice(&best);
    }
}

/// How many elements are compared with the best one before them together.
const COMPARED_ELEMENTS: usize = 16;

/// Appends the best elements so far of a lane.
///
/// Step by step, each would wait for the one before. A block in which nothing is better is as many copies; in
/// the others a step is one instruction, since a NaN ends the lane.
fn add_best<T: PartialOrd + Clone>(
    results: &mut Vec<T>,
    lane: &[T],
    is_better: impl Fn(&T, &T) -> bool,
) {
    let (end, mut best) = (results.len() + lane.len(), lane[0].clone());
    for block in lane.chunks(COMPARED_ELEMENTS) {
        let (mut has_nan, mut has_better) = (false, false);
        for x in block {
            has_nan |= is_nan(x);
            has_better |= is_better(x, &best);
        }
        if has_nan {
            let (numbers, nan) = split_at_nan(block);
            results.extend(best_so_far(&mut best, numbers, &is_better));
            return results.resize(end, nan.clone());
        }
        if has_better {
            results.extend(best_so_far(&mut best, block, &is_better));
        } else {
            results.resize(results.len() + block.len(), best.clone());
        }
    }
}

#[inline(always)]
fn best_so_far<T: Clone>(
    best: &mut T,
    elements: &[T],
    is_better: impl Fn(&T, &T) -> bool,
) -> impl Iterator<Item = T> {
    elements.iter().map(move |x| {
        if is_better(x, best) {
            *best = x.clone();
        }
        best.clone()
    })
}

/// The elements before the first NaN, and this one.
#[cold]
fn split_at_nan<T: PartialOrd>(block: &[T]) -> (&[T], &T) {
    let nan = block.iter().position(is_nan).expect("there is one");
    (&block[..nan], &block[nan])
}

#[inline(always)]
fn is_nan<T: PartialEq>(x: &T) -> bool {
    let same = x;
    x != same
}

fn in_order<T: Clone>(from: &[T], [n, inner]: [usize; 2], f: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut results = Vec::<T>::with_capacity(from.len());
    // No size is 0 if there is an element.
    for lanes in from.chunks((n * inner).max(1)) {
        if inner == 1 {
            // An iterator of known length: `push` keeps the length in memory, which each step would wait for.
            let mut last = None;
            results.extend(lanes.iter().map(|x| {
                let next = last.take().map_or_else(|| x.clone(), |last| f(&last, x));
                last.insert(next).clone()
            }));
            continue;
        }
        results.extend_from_slice(&lanes[..inner]);
        for element in &lanes[inner..] {
            results.push(f(&results[results.len() - inner], element));
        }
    }
    results
}

/// Running sums of built-in numbers, without their type. Whether `T` is one.
///
/// # Safety
/// The slices are of the type of the identity, and nothing else reaches the places.
unsafe fn add_built_in(
    id: TypeId,
    (from, to): (*const [()], *mut [()]),
    sizes: [usize; 2],
) -> bool {
    let id = of_known_width(id);
    macro_rules! each {
        ($($(#[$attribute:meta])* $number:ty,)+) => { $(
            $(#[$attribute])*
            if id == TypeId::of::<$number>() {
                // SAFETY: by the caller's promise.
                let from = unsafe { &*(from as *const [$number]) };
                // SAFETY: by the caller's promise.
                let to = unsafe { &mut *(to as *mut [MaybeUninit<$number>]) };
                add_all(from, to, sizes);
                return true;
            }
        )+ };
    }
    each! {
        f32, f64, Complex<f32>, Complex<f64>, i8, i16, i32, i64, u8, u16, u32, u64,
        #[cfg(feature = "half")] half::f16,
        #[cfg(feature = "half")] half::bf16,
    }
    false
}

/// Runs along all lanes, on several threads if there is enough to do.
fn add_all<T: Copy + Send + Sync + Add<Output = T>>(
    from: &[T],
    to: &mut [MaybeUninit<T>],
    [n, inner]: [usize; 2],
) {
    in_pieces(to, n * inner, size_of_val(from), &|first, to| {
        let from = &from[first * n * inner..][..to.len()];
        let size = if inner == 1 { TOGETHER * n } else { n * inner };
        for (from, to) in from.chunks(size).zip(to.chunks_mut(size)) {
            if inner > 1 {
                add_rows(from, to, inner);
            } else if from.len() == size {
                add_lanes::<TOGETHER, T>(from, to);
            } else {
                let lanes = from.chunks_exact(n).zip(to.chunks_exact_mut(n));
                lanes.for_each(|(from, to)| add_lanes::<1, T>(from, to));
            }
        }
    });
}

/// Runs along `K` lanes at once, which follow each other.
fn add_lanes<const K: usize, T: Copy + Add<Output = T>>(from: &[T], to: &mut [MaybeUninit<T>]) {
    assert!(from.len() == to.len());
    let n = from.len() / K;
    let mut last = [None; K];
    for step in 0..n {
        for (k, last) in last.iter_mut().enumerate() {
            // SAFETY: the precondition of `get_unchecked`: the element `step` of lane `k`.
            let x = unsafe { *from.get_unchecked(k * n + step) };
            let x = last.map_or(x, |last| last + x);
            // SAFETY: as above, of as many places.
            unsafe { to.get_unchecked_mut(k * n + step) }.write(x);
            *last = Some(x);
        }
    }
}

/// Adds rows of `width` elements to those before them.
fn add_rows<T: Copy + Add<Output = T>>(from: &[T], to: &mut [MaybeUninit<T>], width: usize) {
    let mut rows = from.chunks_exact(width).zip(to.chunks_exact_mut(width));
    let Some((from, to)) = rows.next() else { return };
    let mut last: &[T] = to.write_copy_of_slice(from);
    for (from, to) in rows {
        for ((&x, &last), to) in from.iter().zip(last).zip(&mut *to) {
            to.write(last + x);
        }
        // SAFETY: the precondition of `assume_init_ref`: each was written.
        last = unsafe { to.assume_init_ref() };
    }
}
