//! Sums of products of floats and complex numbers.
//!
//! A sum is built in many lanes at once, so that no addition waits for the one before; runs of [`LEAF`]
//! elements are summed so, and their sums pairwise, by halves. No element takes part in more than some 30
//! additions plus the logarithm of the length, which bounds the rounding error (Higham, Accuracy and Stability
//! of Numerical Algorithms, section 4.2), and the sum does not depend on the number of threads.

use super::inexact::Inexact;
use super::mat_ref::VecRef;
use crate::formulas::pairwise::in_tree;
use crate::kernels::dispatch::vectorised_by_256;
use crate::kernels::threads;
use crate::kernels::thresholds::VECTOR_BYTES;
use core::ops::Range;
use num_traits::Zero;

/// How many sums are built at once: two registers of 16 floats, four of 8.
const DOT_LANES: usize = 32;
/// How many additions follow each other in a lane before its sum is put aside.
pub(super) const CHAIN: usize = 16;
/// How many elements are summed in lanes.
pub(super) const LEAF: usize = 4096;

/// As [`vectorised_by_256`], for the numbers whose loops are compiled for each instruction set.
#[inline(always)]
pub(super) fn vectorised_lanes<F: Inexact>(work: impl FnOnce()) {
    if const { F::FAST } { vectorised_by_256(work) } else { work() }
}

/// Sums the products of two vectors of equal length.
pub(super) fn dot<F: Inexact>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F {
    F::narrow(dot_in_halves(a, b))
}

/// As [`dot`], not yet rounded: adds the sums of leaves pairwise, on several threads if they are worth it.
#[inline(never)]
pub(super) fn dot_in_halves<F: Inexact>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F::Wide {
    let len = a.len();
    if len <= LEAF {
        let mut total = F::Wide::zero();
        dots_of_leaves(1, a, b, [0; 2], &mut |_, sum| total = sum);
        return total;
    }
    let middle = (len / 2).next_multiple_of(LEAF);
    let mut sums = [F::Wide::zero(); 2];
    let halves = sums.iter_mut().zip([0..middle, middle..len]);
    let add = |(sum, range): (&mut F::Wide, Range<usize>)| {
        *sum = dot_in_halves(a.part(range.clone()), b.part(range));
    };
    match 2 * middle * size_of::<F>() >= VECTOR_BYTES && threads::are_several() {
        true => threads::share(halves, add),
        false => halves.for_each(add),
    }
    sums[0] + sums[1]
}

/// Calls `write` with the sums of products of so many pairs of vectors, of at most [`LEAF`] elements, at the
/// strides `by` from each other.
///
/// On its own, since it is compiled for each instruction set.
#[inline(never)]
pub(super) fn dots_of_leaves<F: Inexact>(
    count: usize,
    a: VecRef<'_, F>,
    b: VecRef<'_, F>,
    by: [isize; 2],
    write: &mut dyn FnMut(usize, F::Wide),
) {
    assert!(a.len() == b.len());
    vectorised_lanes::<F>(
        #[inline(always)]
        || {
            for i in 0..count {
                // SAFETY: another pair (invariant 1).
                let a = unsafe { a.moved(i as isize * by[0]) };
                // SAFETY: as above.
                let b = unsafe { b.moved(i as isize * by[1]) };
                let sum = match (a.as_slice(), b.as_slice()) {
                    (Some(a), Some(b)) => in_lanes(a.len(), |i| {
                        // SAFETY: the precondition of `get_unchecked`: `i` is below both lengths.
                        let a: &F = unsafe { a.get_unchecked(i) };
                        // SAFETY: as above.
                        a.widen() * F::widen(*unsafe { b.get_unchecked(i) })
                    }),
                    _ => strided(a, b),
                };
                write(i, sum);
            }
        },
    );
}

/// The sum of products of two vectors, of which one at least is not a slice: no instructions for vectors.
#[inline(never)]
fn strided<F: Inexact>(a: VecRef<'_, F>, b: VecRef<'_, F>) -> F::Wide {
    assert!(a.len() == b.len());
    in_lanes(a.len(), |i| {
        // SAFETY: the precondition of `get_unchecked`: `i` is below both lengths.
        let a = unsafe { a.get_unchecked(i) };
        // SAFETY: as above.
        a.widen() * unsafe { b.get_unchecked(i) }.widen()
    })
}

/// Sums what `at` returns for each index below `len`, in lanes.
#[inline(always)]
fn in_lanes<S: Copy + Zero>(len: usize, at: impl Fn(usize) -> S) -> S {
    let whole = len / DOT_LANES * DOT_LANES;
    let tail = (whole..len).fold(S::zero(), |sum, i| sum + at(i));
    let add = |a, b| a + b;
    if whole <= CHAIN * DOT_LANES {
        return in_tree(chain(0..whole, &at), add) + tail;
    }
    let mut total = [S::zero(); DOT_LANES];
    for start in (0..whole).step_by(CHAIN * DOT_LANES) {
        let sums = chain(start..whole.min(start + CHAIN * DOT_LANES), &at);
        total = core::array::from_fn(|lane| total[lane] + sums[lane]);
    }
    in_tree(total, add) + tail
}

/// The sums of one chain: of every so many indices.
#[inline(always)]
fn chain<S: Copy + Zero>(range: Range<usize>, at: &impl Fn(usize) -> S) -> [S; DOT_LANES] {
    let mut sums = [S::zero(); DOT_LANES];
    for start in range.step_by(DOT_LANES) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + at(start + lane);
        }
    }
    sums
}
