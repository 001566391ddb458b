//! Running sums and products along an axis: each element is combined with the result before it.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the results run along the middle. Loops over
//! built-in numbers are compiled here; `scan` itself is little code, because it is compiled for each type.

use super::copy::to_vec;
use super::fold::{WideSum, of_known_width};
use super::operand::Source;
use super::send_ptr::SendPtr;
use super::specialize::identity;
use super::threads;
use super::thresholds::SCANNED_ON_THREADS;
use super::uninit::{UninitVec, with_capacity};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::any::TypeId;
use core::ops::{Add, Mul, Range};
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
    f: fn(&T, &T) -> T,
) -> Vec<T> {
    let shape = source.layout().shape();
    let from = match source.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(to_vec(source)),
    };
    let len = from.len();
    if len == 0 {
        return Vec::new();
    }
    let (n, inner) = (shape[axis], shape[axis + 1..].iter().product());
    let mut fresh = UninitVec::with_len(len);
    let addresses = [from.as_ptr().cast_mut().cast(), fresh.places(len).0.as_mut_ptr().cast()];
    // SAFETY: as many elements and places, of the type of the identity (invariant 2).
    if unsafe { scan_built_in(identity::<T>(), is_product, addresses, [len / n / inner, n, inner]) }
    {
        // SAFETY: all were written (invariant 4).
        return unsafe { fresh.finish(len) };
    }
    drop(fresh);
    in_order(&from, [n, inner], f)
}

/// As [`scan`], by any function, which is compiled where it is called.
pub(crate) fn scan_by<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    f: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let shape = source.layout().shape();
    let from = match source.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(to_vec(source)),
    };
    in_order(&from, [shape[axis], shape[axis + 1..].iter().product()], f)
}

fn in_order<T: Clone>(from: &[T], [n, inner]: [usize; 2], f: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut results = with_capacity(from.len());
    if from.is_empty() {
        return results;
    }
    for part in from.chunks_exact(n * inner) {
        if inner == 1 {
            results.push(part[0].clone());
            let mut last = part[0].clone();
            results.extend(part[1..].iter().map(|x| {
                last = f(&last, x);
                last.clone()
            }));
            continue;
        }
        let (first, rest) = part.split_at(inner);
        results.extend_from_slice(first);
        for row in rest.chunks_exact(inner) {
            let before = results.len() - inner;
            for (i, x) in row.iter().enumerate() {
                results.push(f(&results[before + i], x));
            }
        }
    }
    results
}

/// [`scan`] without types, of built-in numbers.
///
/// # Safety
/// The addresses are those of as many elements and places for results as the shape says, of the type of the
/// identity.
unsafe fn scan_built_in(
    id: TypeId,
    is_product: bool,
    [from, to]: [*mut u8; 2],
    shape: [usize; 3],
) -> bool {
    let id = of_known_width(id);
    macro_rules! each {
        ($($(#[$attribute:meta])* $number:ty,)+) => { $(
            $(#[$attribute])*
            if id == TypeId::of::<$number>() {
                let (from, to) = (from.cast::<$number>(), to.cast::<$number>());
                let scan = Scan { from, to, shape };
                // SAFETY: by the caller's promise.
                unsafe { if is_product { scan.run(<$number>::mul) } else { scan.run(<$number>::add) } };
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

/// The elements, the places of the results, and their shape.
#[derive(Clone, Copy)]
struct Scan<T> {
    from: *const T,
    to: *mut T,
    shape: [usize; 3],
}

impl<T: WideSum> Scan<T> {
    /// Runs along all lanes, on several threads if there is enough to do.
    ///
    /// # Safety
    /// The elements are readable and the places writable.
    unsafe fn run(self, f: impl Fn(T, T) -> T + Copy + Sync) {
        let [outer, n, inner] = self.shape;
        let scan = SendPtr(self);
        // SAFETY: by the caller's promise; no two ranges have a lane in common (invariant 10).
        let work = |outer: Range<usize>| unsafe { scan.get().part(outer, f) };
        let bytes = outer * n * inner * size_of::<T>();
        let count = outer.min(threads::piece_count());
        if bytes < SCANNED_ON_THREADS || count < 2 || !threads::are_several() {
            return work(0..outer);
        }
        let start_of = |piece: usize| piece * outer / count;
        threads::share(0..count, |piece| work(start_of(piece)..start_of(piece + 1)));
    }

    /// Runs along some of the lanes.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn part(self, outer: Range<usize>, f: impl Fn(T, T) -> T) {
        let [_, n, inner] = self.shape;
        let together = if inner == 1 { TOGETHER } else { 1 };
        for lane in outer.clone().step_by(together) {
            let (start, lanes) = (lane * n * inner, together.min(outer.end - lane));
            // SAFETY: lanes of the shape, by the caller's promise.
            match (inner, lanes) {
                // SAFETY: as above.
                (1, TOGETHER) => unsafe { self.lanes::<TOGETHER>(start, &f) },
                // SAFETY: as above.
                (1, _) => (0..lanes).for_each(|k| unsafe { self.lanes::<1>(start + k * n, &f) }),
                // SAFETY: as above.
                _ => unsafe { self.rows(start, &f) },
            }
        }
    }

    /// Runs along `K` lanes at once, which follow each other from `start` on.
    ///
    /// # Safety
    /// There are that many.
    #[inline(always)]
    unsafe fn lanes<const K: usize>(self, start: usize, f: &impl Fn(T, T) -> T) {
        let n = self.shape[1];
        let mut last = [None; K];
        for step in 0..n {
            for (k, last) in last.iter_mut().enumerate() {
                let at = start + k * n + step;
                // SAFETY: an index of the elements, by the caller's promise.
                let x = unsafe { *self.from.wrapping_add(at) };
                let x = last.map_or(x, |last| f(last, x));
                // SAFETY: a place, by the caller's promise.
                unsafe { self.to.wrapping_add(at).write(x) };
                *last = Some(x);
            }
        }
    }

    /// Combines rows with those before them.
    ///
    /// # Safety
    /// From `start` on there are `n` rows of `inner`.
    #[inline(always)]
    unsafe fn rows(self, start: usize, f: &impl Fn(T, T) -> T) {
        let [_, n, inner] = self.shape;
        for row in 0..n {
            for i in start + row * inner..start + (row + 1) * inner {
                let (from, to) = (self.from.wrapping_add(i), self.to.wrapping_add(i));
                // SAFETY: an index of the elements, by the caller's promise.
                let mut x = unsafe { *from };
                if row > 0 {
                    // SAFETY: the place in the row before, which was written, by the caller's promise.
                    x = f(unsafe { *to.wrapping_sub(inner) }, x);
                }
                // SAFETY: a place, by the caller's promise.
                unsafe { to.write(x) };
            }
        }
    }
}
