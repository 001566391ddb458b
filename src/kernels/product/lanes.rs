//! Sums of floats and complex numbers: dot products and traces.
//!
//! A dot product adds up in many lanes at once, so that no addition waits for the one before; runs
//! of [`LEAF`] elements are summed so, and their sums pairwise, by halves. No element takes part in
//! more than some 30 additions plus the logarithm of the length, which bounds the rounding error
//! (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2), and the sum does not
//! depend on the number of threads.

use super::mat_ref::VecRef;
use crate::kernels::dispatch::vectorised;
use crate::kernels::specialize::BuiltIn;
use crate::kernels::threads;
use crate::kernels::thresholds::{DOT_MANY_LANES, VECTOR_BYTES};
use core::ops::{Add, Mul};
use num_complex::Complex;

/// How many sums are kept at once: enough to hide the latency of an addition, for 16 floats a
/// register.
const MANY_LANES: usize = 64;
const FEW_LANES: usize = 16;
/// How many additions follow each other in a lane before its sum is put aside.
pub(super) const CHAIN: usize = 16;
/// How many elements are summed in lanes. A multiple of `MANY_LANES`.
pub(super) const LEAF: usize = 4096;

/// A number whose products are summed in lanes, perhaps in a wider type.
pub(super) trait Lane: BuiltIn {
    type Sum: Copy + Send + Sync + Add<Output = Self::Sum> + Mul<Output = Self::Sum>;
    const ZERO: Self::Sum;
    /// Whether loops are compiled for each instruction set, and long sums kept in 64 lanes rather than
    /// 16. Those of complex numbers are not, to keep the library small.
    const FAST: bool;

    fn widen(self) -> Self::Sum;

    fn round(sum: Self::Sum) -> Self;
}

macro_rules! lanes {
    ($($number:ty: $Sum:ty = $zero:expr, $fast:literal, $x:ident => $widen:expr, $round:expr;)*) => { $(
        impl Lane for $number {
            type Sum = $Sum;
            const ZERO: $Sum = $zero;
            const FAST: bool = $fast;

            #[inline(always)]
            fn widen(self) -> $Sum {
                let $x = self;
                $widen
            }

            #[inline(always)]
            fn round($x: $Sum) -> $number {
                $round
            }
        }
    )* };
}

lanes! {
    f32: f32 = 0.0, true, x => x, x;
    f64: f64 = 0.0, true, x => x, x;
    Complex<f32>: Complex<f32> = Complex::new(0.0, 0.0), false, x => x, x;
    Complex<f64>: Complex<f64> = Complex::new(0.0, 0.0), false, x => x, x;
}

#[cfg(feature = "half")]
lanes! {
    half::f16: f32 = 0.0, true, x => super::half_precision::widen(x), super::half_precision::round(x);
    half::bf16: f32 = 0.0, true, x => x.to_f32(), half::bf16::from_f32(x);
}

/// Pairs of short vectors at constant strides from each other.
pub(super) struct Leaves<'a, F> {
    pub(super) count: usize,
    /// The first pair.
    pub(super) a: VecRef<'a, F>,
    pub(super) b: VecRef<'a, F>,
    /// From one pair to the next.
    pub(super) by: [isize; 2],
}

impl<'a, F> Leaves<'a, F> {
    #[inline(always)]
    fn get(&self, i: usize) -> (VecRef<'a, F>, VecRef<'a, F>) {
        assert!(i < self.count);
        let [a, b] = self.by.map(|by| i as isize * by);
        // SAFETY: another pair.
        let a = unsafe { self.a.moved(a) };
        // SAFETY: as above.
        (a, unsafe { self.b.moved(b) })
    }
}

/// As [`vectorised`], for the numbers whose loops are compiled for each instruction set.
#[inline(always)]
pub(super) fn vectorised_lanes<F: Lane>(work: impl FnOnce()) {
    if const { F::FAST } { vectorised(work) } else { work() }
}

/// Sums the products of two vectors of equal length.
pub(super) fn dot<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F {
    let (a, b) = if a.is_backwards() { (a.reversed(), b.reversed()) } else { (a, b) };
    F::round(dot_by_halves(a, b))
}

pub(super) fn dot_by_halves<F: Lane>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F::Sum {
    assert!(a.len() == b.len());
    if a.len() < DOT_MANY_LANES {
        // Not worth a call of code for the instruction set of the machine.
        return dot_of_leaf((a, b));
    }
    if a.len() <= LEAF {
        let mut total = F::ZERO;
        let pair = Leaves { count: 1, a, b, by: [0; 2] };
        dots_of_leaves(&pair, &mut |_, sum| total = sum);
        return total;
    }
    let middle = middle(a.len());
    let left = || dot_by_halves(a.part(0..middle), b.part(0..middle));
    let right = || dot_by_halves(a.part(middle..a.len()), b.part(middle..b.len()));
    if 2 * middle * size_of::<F>() >= VECTOR_BYTES && threads::are_several() {
        let (left, right) = threads::join(left, right);
        return left + right;
    }
    left() + right()
}

/// Where to cut a vector longer than a leaf: at a multiple of `LEAF`.
fn middle(len: usize) -> usize {
    (len / 2).next_multiple_of(LEAF)
}

/// Calls `write` with the sums of products of so many pairs of vectors, of at most [`LEAF`] elements.
///
/// On its own, since it is compiled for each instruction set.
#[inline(never)]
pub(super) fn dots_of_leaves<F: Lane>(pairs: &Leaves<'_, F>, write: &mut dyn FnMut(usize, F::Sum)) {
    vectorised_lanes::<F>(
        #[inline(always)]
        || {
            for i in 0..pairs.count {
                write(i, dot_of_leaf(pairs.get(i)));
            }
        },
    );
}

#[inline(always)]
fn dot_of_leaf<F: Lane>((a, b): (VecRef<'_, F>, VecRef<'_, F>)) -> F::Sum {
    let len = a.len();
    assert!(len == b.len());
    let (Some(x), Some(y)) = (a.as_slice(), b.as_slice()) else {
        return in_lanes::<F, FEW_LANES>(len, |i| {
            // SAFETY: `i < len`, the length of both vectors.
            let a = unsafe { a.get_unchecked(i) };
            // SAFETY: as above.
            a.widen() * unsafe { b.get_unchecked(i) }.widen()
        });
    };
    let at = |i| {
        // SAFETY: `i < len`, the length of both slices.
        let x: &F = unsafe { x.get_unchecked(i) };
        // SAFETY: as above.
        let y: &F = unsafe { y.get_unchecked(i) };
        x.widen() * y.widen()
    };
    // Fewer lanes where the way from many lanes to one sum would be longer than that along the elements.
    if const { F::FAST } && len >= DOT_MANY_LANES {
        return in_lanes::<F, MANY_LANES>(len, at);
    }
    in_lanes::<F, FEW_LANES>(len, at)
}

/// Sums what `at` returns for each index below `len`, in lanes.
#[inline(always)]
fn in_lanes<F: Lane, const LANES: usize>(len: usize, at: impl Fn(usize) -> F::Sum) -> F::Sum {
    let mut total = [F::ZERO; LANES];
    let whole = len / LANES * LANES;
    let mut start = 0;
    while start < whole {
        let end = whole.min(start + CHAIN * LANES);
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

/// Sums the elements of a vector.
pub(super) fn sum<F: Lane>(a: VecRef<'_, F>) -> F {
    fn by_halves<F: Lane>(a: VecRef<'_, F>) -> F::Sum {
        if a.len() <= LEAF {
            return in_lanes::<F, FEW_LANES>(a.len(), |i| a.get(i).widen());
        }
        let middle = middle(a.len());
        by_halves(a.part(0..middle)) + by_halves(a.part(middle..a.len()))
    }
    F::round(by_halves(a))
}

/// Sums pairwise; `N` is a power of two.
#[inline(always)]
pub(super) fn tree<S: Copy + Add<Output = S>, const N: usize>(mut terms: [S; N]) -> S {
    let mut width = N;
    while width > 1 {
        width /= 2;
        for n in 0..width {
            terms[n] = terms[n] + terms[n + width];
        }
    }
    terms[0]
}
