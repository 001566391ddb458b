//! Running sums and products along an axis: each element is combined with the result before it.
//!
//! The memory is `[outer, n, inner]` in row-major order, and the results run along the middle. Running
//! sums of built-in numbers are compiled here; `scan` itself is little code, because it is compiled for each type.

use super::copy::in_row_major;
use super::operand::Source;
use super::specialize::built_in_kernels;
use super::threads::in_pieces;
use super::uninit::{UninitVec, with_capacity};
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Add;
use num_complex::Complex;

/// How many lanes along the last axis are done together: each is a chain of operations that wait
/// for one another.
const LANES_TOGETHER: usize = 4;

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
    let (len, sizes) = (from.len(), [shape[axis], shape[axis + 1..].iter().product()]);
    let Some(add) = built_in::<T>().filter(|_| !is_product && len > 0) else {
        return in_order(&from, sizes, f);
    };
    let mut fresh = UninitVec::with_len(len);
    add(&from, fresh.places(len).0, sizes);
    // SAFETY: the precondition of `finish`: all were written (invariant 4).
    unsafe { fresh.finish(len) }
}

/// As [`scan`], by `f` alone.
pub(super) fn in_order<T: Clone>(
    from: &[T],
    [n, inner]: [usize; 2],
    f: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let mut results = with_capacity(from.len());
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
        // A row of its own: the compiler knows that what is written is no element that is read later.
        let mut last = lanes[..inner].to_vec();
        results.extend_from_slice(&last);
        for row in lanes[inner..].chunks_exact(inner) {
            last.iter_mut().zip(row).for_each(|(last, x)| *last = f(last, x));
            results.extend_from_slice(&last);
        }
    }
    results
}

/// Writes the running sums of elements to as many places; the sizes are those of lanes and of what is inside of them.
type AddAll<T> = fn(&[T], &mut [MaybeUninit<T>], [usize; 2]);

built_in_kernels! {
    AddAll:
    add_all => f32, f64, Complex<f32>, Complex<f64>, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize,
        #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16;
}

/// Runs along all lanes, on several threads if there is enough to do.
fn add_all<T: Copy + Send + Sync + Add<Output = T>>(
    from: &[T],
    to: &mut [MaybeUninit<T>],
    [n, inner]: [usize; 2],
) {
    in_pieces(to, n * inner, size_of_val(from), &|first, to| {
        let from = &from[first * n * inner..][..to.len()];
        let size = if inner == 1 { LANES_TOGETHER * n } else { n * inner };
        for (from, to) in from.chunks(size).zip(to.chunks_mut(size)) {
            if inner > 1 {
                add_rows(from, to, inner);
            } else if from.len() == size {
                add_lanes::<LANES_TOGETHER, T>(from, to);
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
