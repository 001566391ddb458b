//! Products with vectors, of floats and complex numbers: memory is what they wait for.
//!
//! A dot product adds up in many lanes at once, so that no addition waits for the one before; runs
//! of [`LEAF`] elements are summed so, and their sums pairwise, by halves. No element takes part in
//! more than some 30 additions plus the logarithm of the length, which bounds the rounding error
//! (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2), and the sum does not
//! depend on the number of threads.
//!
//! A matrix-vector product is a dot product for each row where rows are close in memory; where
//! columns are, [`COLUMNS`] of them are added to a block of results in each pass.

use super::mat_ref::{MatRef, VecRef};
use super::matvec::{self, Strips};
use super::tile::{self, TileRun};
use super::vectors::Vectors;
use crate::kernels::dispatch::vectorised;
use crate::kernels::specialize::BuiltIn;
use crate::kernels::threads;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::{Add, Mul};
use num_complex::Complex;

/// How many sums are kept at once: enough to hide the latency of an addition, for 16 floats a
/// register.
const LANES: usize = 64;
/// How many additions follow each other in a lane before its sum is put aside.
const STEPS: usize = 16;
/// How many elements are summed in lanes. A multiple of `LANES`.
pub(super) const LEAF: usize = 4096;
/// Fewer elements than this are summed in 16 lanes.
const SHORT: usize = 128;
/// So few elements are not worth a call of code for the instruction set of the machine.
const TINY: usize = 128;
/// How many columns are added in one pass over a block of results.
const COLUMNS: usize = 8;
/// How many results stay in the first-level cache while columns are added to them.
const BLOCK: usize = 2048;

/// A number whose products are summed in lanes, perhaps in a wider type.
pub(super) trait Lane: BuiltIn {
    type Sum: Copy + Send + Sync + Add<Output = Self::Sum> + Mul<Output = Self::Sum>;
    const ZERO: Self::Sum;
    /// The kernels in registers, of the types that have them.
    const KERNELS: Option<Kernels<Self>> = None;

    fn widen(self) -> Self::Sum;

    fn round(sum: Self::Sum) -> Self;
}

/// Kernels for one type of number, behind pointers since they are compiled for it alone.
pub(super) struct Kernels<F: Lane> {
    /// [`tile::multiply`]
    pub(super) multiply: unsafe fn(&TileRun<F>),
    /// [`matvec::by_rows`]
    by_rows: unsafe fn(Strips<'_, F>, &mut [MaybeUninit<F>]),
    /// [`matvec::by_columns`]
    by_columns: unsafe fn(Strips<'_, F>, &mut [F::Sum]),
}

impl<F: Vectors> Kernels<F> {
    const ALL: Option<Self> = Some(Kernels {
        multiply: tile::multiply::<F>,
        by_rows: matvec::by_rows::<F>,
        by_columns: matvec::by_columns::<F>,
    });
}

macro_rules! lanes {
    ($($number:ty: $zero:expr, $kernels:expr;)*) => { $(
        impl Lane for $number {
            type Sum = $number;
            const ZERO: $number = $zero;
            const KERNELS: Option<Kernels<$number>> = $kernels;

            #[inline(always)]
            fn widen(self) -> $number {
                self
            }

            #[inline(always)]
            fn round(sum: $number) -> $number {
                sum
            }
        }
    )* };
}

lanes! {
    f32: 0.0, Kernels::ALL;
    f64: 0.0, Kernels::ALL;
    Complex<f32>: Complex::new(0.0, 0.0), None;
    Complex<f64>: Complex::new(0.0, 0.0), None;
}

#[cfg(feature = "half")]
macro_rules! lanes_in_f32 {
    ($($number:ty)+) => { $(
        impl Lane for $number {
            type Sum = f32;
            const ZERO: f32 = 0.0;

            #[inline(always)]
            fn widen(self) -> f32 {
                self.to_f32()
            }

            #[inline(always)]
            fn round(sum: f32) -> Self {
                Self::from_f32(sum)
            }
        }
    )+ };
}

#[cfg(feature = "half")]
lanes_in_f32!(half::f16 half::bf16);

/// Sums the products of two lines of equal length.
pub(super) fn dot<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F {
    let (a, b) = if a.is_backwards() { (a.reversed(), b.reversed()) } else { (a, b) };
    F::round(dot_by_halves(a, b))
}

/// Sums the products of two short lines one after the other.
#[inline]
pub(super) fn plain_dot<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F {
    let products = a.iter().zip(b.iter()).map(|(a, b)| a.widen() * b.widen());
    F::round(products.fold(F::ZERO, |sum, product| sum + product))
}

fn dot_by_halves<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F::Sum {
    assert!(a.len() == b.len());
    if a.len() <= TINY {
        return dot_of_leaf(a, b);
    }
    if a.len() <= LEAF {
        return vectorised(
            #[inline(always)]
            || dot_of_leaf(a, b),
        );
    }
    let middle = middle(a.len());
    let (a, b) = (
        (a.part(0..middle), a.part(middle..a.len())),
        (b.part(0..middle), b.part(middle..b.len())),
    );
    let (left, right) =
        in_two(middle * size_of::<F>(), || dot_by_halves(a.0, b.0), || dot_by_halves(a.1, b.1));
    left + right
}

/// Where to cut a line longer than a leaf: at a multiple of `LEAF`.
fn middle(len: usize) -> usize {
    (len / 2).next_multiple_of(LEAF)
}

#[inline(always)]
pub(super) fn dot_of_leaf<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F::Sum {
    let len = a.len();
    assert!(len == b.len());
    match (a.as_slice(), b.as_slice()) {
        (Some(a), Some(b)) => in_some_lanes::<F>(len, |i| {
            // SAFETY: `i < len`, the length of both slices.
            let a = unsafe { a.get_unchecked(i) };
            // SAFETY: as above.
            let b = unsafe { b.get_unchecked(i) };
            a.widen() * b.widen()
        }),
        _ => in_some_lanes::<F>(len, |i| {
            // SAFETY: `i < len`, the length of both lines.
            let a = unsafe { a.get_unchecked(i) };
            // SAFETY: as above.
            let b = unsafe { b.get_unchecked(i) };
            a.widen() * b.widen()
        }),
    }
}

/// Sums what `at` returns for each index below `len`, in lanes.
#[inline(always)]
fn in_lanes<F: Lane, const LANES: usize>(len: usize, at: impl Fn(usize) -> F::Sum) -> F::Sum {
    let mut total = [F::ZERO; LANES];
    let whole = len / LANES * LANES;
    let mut start = 0;
    while start < whole {
        let end = whole.min(start + STEPS * LANES);
        let mut sums = [F::ZERO; LANES];
        while start < end {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = *sum + at(start + lane);
            }
            start += LANES;
        }
        for (total, sum) in total.iter_mut().zip(sums) {
            *total = *total + sum;
        }
    }
    for (lane, i) in (whole..len).enumerate() {
        total[lane] = total[lane] + at(i);
    }
    tree(total)
}

/// As [`in_lanes`], in fewer lanes where the way from many lanes to one sum would be longer than
/// the way along the elements.
#[inline(always)]
fn in_some_lanes<F: Lane>(len: usize, at: impl Fn(usize) -> F::Sum) -> F::Sum {
    if len < SHORT { in_lanes::<F, 16>(len, at) } else { in_lanes::<F, LANES>(len, at) }
}

/// Sums the elements of a line.
pub(super) fn sum<F: Lane>(a: VecRef<'_, F>) -> F {
    fn by_halves<F: Lane>(a: VecRef<'_, F>) -> F::Sum {
        if a.len() <= LEAF {
            return in_lanes::<F, LANES>(a.len(), |i| a.get(i).widen());
        }
        let middle = middle(a.len());
        by_halves(a.part(0..middle)) + by_halves(a.part(middle..a.len()))
    }
    F::round(by_halves(a))
}

/// Multiplies a matrix and a vector; writes each element of the result.
pub(super) fn matvec<F: Lane>(a: MatRef<'_, F>, x: VecRef<'_, F>, y: &mut [MaybeUninit<F>]) {
    assert!(a.rows() == y.len() && a.columns() == x.len());
    // The vector is read again and again: lay it out once.
    let packed: Vec<F>;
    let x = match x.as_slice() {
        Some(x) => x,
        None => {
            packed = x.iter().copied().collect();
            &packed
        }
    };
    if a.has_close_rows() {
        if a.columns() > 1 && a.strides()[1] < 0 {
            let turned: Vec<F> = x.iter().rev().copied().collect();
            return by_rows(a.with_columns_reversed(), &turned, y);
        }
        by_rows(a, x, y);
    } else {
        by_columns(a, x, y);
    }
}

/// Writes each element of the result as the dot product of a row.
fn by_rows<F: Lane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    share_rows(a, x.len(), 1, y, |a, y| some_by_rows(a, x, y));
}

/// Calls `f` with some rows of the matrix and their places: all, or pieces that are a multiple of `unit`
/// long, on several threads, if there is enough to be read.
fn share_rows<'a, F: Lane>(
    a: MatRef<'a, F>,
    columns: usize,
    unit: usize,
    y: &mut [MaybeUninit<F>],
    f: impl Fn(MatRef<'a, F>, &mut [MaybeUninit<F>]) + Sync,
) {
    let rows = y.len();
    let bytes = rows.saturating_mul(columns) * size_of::<F>();
    let piece = threads::piece_of(rows).next_multiple_of(unit);
    if bytes < IN_TWO || piece >= rows || !threads::are_several() {
        return f(a, y);
    }
    let pieces = y.chunks_mut(piece).enumerate();
    threads::share(pieces, |(i, y)| f(a.part(i * piece..i * piece + y.len()), y));
}

fn some_by_rows<F: Lane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    if x.len() > LEAF {
        let x = VecRef::of_slice(x);
        for (i, y) in y.iter_mut().enumerate() {
            y.write(F::round(dot_by_halves(a.row(i), x)));
        }
        return;
    }
    if let Some(kernels) = F::KERNELS
        && (a.columns() == 1 || a.strides()[1] == 1)
    {
        let strips = Strips { a: a.zero(), stride: a.strides()[0], x };
        // SAFETY: the rows of the matrix.
        return unsafe { (kernels.by_rows)(strips, y) };
    }
    let x = VecRef::of_slice(x);
    vectorised(
        #[inline(always)]
        || {
            for (i, y) in y.iter_mut().enumerate() {
                y.write(F::round(dot_of_leaf(a.row(i), x)));
            }
        },
    );
}

/// Adds the columns, each times its element of `x`, to blocks of the result.
fn by_columns<F: Lane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    share_rows(a, x.len(), BLOCK, y, |a, y| some_by_columns(a, x, y));
}

fn some_by_columns<F: Lane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    let mut sums = vec![F::ZERO; BLOCK.min(a.rows())];
    for (block, y) in y.chunks_mut(BLOCK).enumerate() {
        let a = a.part(block * BLOCK..block * BLOCK + y.len());
        let sums = &mut sums[..y.len()];
        sums.fill(F::ZERO);
        if let Some(kernels) = F::KERNELS
            && (a.rows() == 1 || a.strides()[0] == 1)
        {
            let strips = Strips { a: a.zero(), stride: a.strides()[1], x };
            // SAFETY: the columns of the matrix.
            unsafe { (kernels.by_columns)(strips, sums) };
            for (y, sum) in y.iter_mut().zip(sums) {
                y.write(F::round(*sum));
            }
            continue;
        }
        vectorised(
            #[inline(always)]
            || {
                let mut columns = (0..a.columns() / COLUMNS * COLUMNS).step_by(COLUMNS);
                for j in columns.by_ref() {
                    add_columns::<F, COLUMNS>(a, j, x, sums);
                }
                for j in a.columns() / COLUMNS * COLUMNS..a.columns() {
                    add_columns::<F, 1>(a, j, x, sums);
                }
                for (y, sum) in y.iter_mut().zip(sums) {
                    y.write(F::round(*sum));
                }
            },
        );
    }
}

/// Adds `N` columns, each times its element of `x`, to `sums`.
#[inline(always)]
fn add_columns<F: Lane, const N: usize>(a: MatRef<'_, F>, j: usize, x: &[F], sums: &mut [F::Sum]) {
    let x: [F::Sum; N] = core::array::from_fn(|n| x[j + n].widen());
    let lines: [VecRef<'_, F>; N] = core::array::from_fn(|n| a.column(j + n));
    if lines.iter().all(|line| line.as_slice().is_some()) {
        let columns: [&[F]; N] = lines.map(|line| line.as_slice().unwrap_or(&[]));
        let columns = columns.map(|column| &column[..sums.len()]);
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + tree::<_, N>(core::array::from_fn(|n| columns[n][i].widen() * x[n]));
        }
    } else {
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + tree::<_, N>(core::array::from_fn(|n| lines[n].get(i).widen() * x[n]));
        }
    }
}

/// Sums pairwise; `N` is a power of two.
#[inline(always)]
fn tree<S: Copy + Add<Output = S>, const N: usize>(mut terms: [S; N]) -> S {
    let mut width = N;
    while width > 1 {
        width /= 2;
        for n in 0..width {
            terms[n] = terms[n] + terms[n + width];
        }
    }
    terms[0]
}

/// From this many bytes on, two threads share the work: one takes it from memory or the last cache at
/// some 15 bytes per nanosecond.
const IN_TWO: usize = 1 << 20;

/// Does both; on two threads if each reads enough `bytes`.
fn in_two<A: Send, B: Send>(
    bytes: usize,
    left: impl FnOnce() -> A + Send,
    right: impl FnOnce() -> B + Send,
) -> (A, B) {
    if bytes >= IN_TWO / 2 && threads::are_several() {
        return threads::join(left, right);
    }
    (left(), right())
}
