//! Reductions whose parts are merged as the elements are: sums, products, extrema, counts.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use crate::kernels::pairwise::in_tree;
use crate::kernels::thresholds::SHORT_LANE;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many parts a run is folded in, and below which length it is folded one after the other.
const PARTS: usize = 16;
/// The same of a long run. So many that the compiler keeps the loop over them, and vectorises it: 32 it
/// writes out one by one, as 32 chains of scalar additions.
const MANY: usize = 64;
/// After how many groups of four rows of parts these are merged into those before: a part takes in 16 sums
/// of four one after the other, and 16 of these at most.
const SECTION: usize = 16;

/// A reduction given by what an element stands for, how two of these are merged, and what is made of the last
/// one. If `FAST`, long runs are read at four places at a time, by loops for each instruction set.
#[derive(Clone, Copy)]
struct Simple<const FAST: bool, T, U, P, M, F, L> {
    part: P,
    merge: M,
    finish: F,
    is_last: L,
    types: PhantomData<fn(T) -> U>,
}

/// The reduction by three functions.
pub(crate) fn simple<const FAST: bool, T: Copy, A: Copy, U: Copy>(
    part: impl Fn(T) -> A + Copy + Sync,
    merge: impl Fn(A, A) -> A + Copy + Sync,
    finish: impl Fn(A) -> U + Copy + Sync,
) -> impl Fold<Element = T, Part = A, Result = U> {
    simple_until::<FAST, _, _, _>(part, merge, finish, |_| false)
}

/// As [`simple`]; a part for which `is_last` holds is not changed by any other.
pub(super) fn simple_until<const FAST: bool, T: Copy, A: Copy, U: Copy>(
    part: impl Fn(T) -> A + Copy + Sync,
    merge: impl Fn(A, A) -> A + Copy + Sync,
    finish: impl Fn(A) -> U + Copy + Sync,
    is_last: impl Fn(A) -> bool + Copy + Sync,
) -> impl Fold<Element = T, Part = A, Result = U> {
    Simple::<FAST, _, _, _, _, _, _> { part, merge, finish, is_last, types: PhantomData }
}

/// Folds a run in `N` parts, a shorter one in 4, the shortest in order.
///
/// The compiler does not reassociate the additions of a float sum. Here the loop goes over independent parts,
/// so that it vectorises as it is written.
#[inline(always)]
pub(super) fn in_parts<const N: usize, T: Copy, A: Copy>(
    run: &[T],
    part: impl Fn(T) -> A,
    merge: impl Fn(A, A) -> A,
) -> A {
    // Bytes are integers, whose loop the compiler cuts into parts itself. Of parts that are written out it makes
    // very long code.
    let is_cut = const { size_of::<A>() > 1 };
    if is_cut && let Some(whole) = begun::<N, _, _>(run, &part, &merge) {
        return whole;
    }
    if is_cut && let Some(whole) = begun::<4, _, _>(run, &part, &merge) {
        return whole;
    }
    let mut whole = part(run[0]);
    for &x in &run[1..] {
        whole = merge(whole, part(x));
    }
    whole
}

/// Folds a run of `N` elements or more in as many parts.
#[inline(always)]
fn begun<const N: usize, T: Copy, A: Copy>(
    run: &[T],
    part: impl Fn(T) -> A,
    merge: impl Fn(A, A) -> A,
) -> Option<A> {
    let (first, rest) = run.split_first_chunk::<N>()?;
    let mut parts = [part(first[0]); N];
    for (to, &x) in parts.iter_mut().zip(first) {
        *to = part(x);
    }
    Some(continued(parts, rest, part, merge))
}

/// Merges the elements of `rest` into parts, and these in a tree.
#[inline(always)]
fn continued<const N: usize, T: Copy, A: Copy>(
    mut parts: [A; N],
    rest: &[T],
    part: impl Fn(T) -> A,
    merge: impl Fn(A, A) -> A,
) -> A {
    let (whole, tail) = rest.as_chunks::<N>();
    for chunk in whole {
        for (to, &x) in parts.iter_mut().zip(chunk) {
            *to = merge(*to, part(x));
        }
    }
    for (to, &x) in parts.iter_mut().zip(tail) {
        *to = merge(*to, part(x));
    }
    in_tree(parts, merge)
}

impl<const FAST: bool, T: Copy, A: Copy, U: Copy, P, M, F: Copy, L: Copy>
    Simple<FAST, T, U, P, M, F, L>
where
    P: Fn(T) -> A + Copy,
    M: Fn(A, A) -> A + Copy,
{
    /// Folds a run of 5 times `MANY` elements or more; a part takes in four elements at a time. Of a long run
    /// these are of its four quarters: the machine fetches memory ahead along each line of addresses that
    /// is read, but not far; along four lines it fetches more at a time (Blom, Rietveld and van Nieuwpoort
    /// 2024, "Multi-Strided Access Patterns to Boost Hardware Prefetching").
    #[inline(always)]
    fn long(self, run: &[T]) -> A {
        let (first, rest) = run.split_first_chunk::<MANY>().expect("a long run");
        let mut whole = [(self.part)(first[0]); MANY];
        for (to, &x) in whole.iter_mut().zip(first) {
            *to = (self.part)(x);
        }
        let fours = rest.len() / (4 * MANY);
        let is_short = size_of_val(run) < SHORT_LANE;
        let (apart, step) = if is_short { (MANY, 4 * MANY) } else { (fours * MANY, MANY) };
        let get = |four: usize, i: usize| {
            let at = four * step + i;
            debug_assert!(at + 3 * apart < rest.len());
            let part = |n: usize| {
                // SAFETY: fewer than `fours` groups of four times `MANY` elements come before, `i` is less
                // than `MANY`, and the rest has as many elements (invariant 5).
                (self.part)(unsafe { *rest.get_unchecked(at + n * apart) })
            };
            (self.merge)((self.merge)(part(0), part(1)), (self.merge)(part(2), part(3)))
        };
        let mut four = 0;
        while four < fours {
            let mut section = whole;
            for (i, part) in section.iter_mut().enumerate() {
                *part = get(four, i);
            }
            let end = fours.min(four + SECTION);
            for four in four + 1..end {
                for (i, part) in section.iter_mut().enumerate() {
                    *part = (self.merge)(*part, get(four, i));
                }
            }
            for (whole, &part) in whole.iter_mut().zip(&section) {
                *whole = (self.merge)(*whole, part);
            }
            four = end;
        }
        continued(whole, &rest[4 * fours * MANY..], self.part, self.merge)
    }
}

impl<const FAST: bool, T, A, U, P, M, F, L> Fold for Simple<FAST, T, U, P, M, F, L>
where
    T: Copy,
    A: Copy,
    U: Copy,
    P: Fn(T) -> A + Copy + Sync,
    M: Fn(A, A) -> A + Copy + Sync,
    F: Fn(A) -> U + Copy + Sync,
    L: Fn(A) -> bool + Copy + Sync,
{
    type Element = T;
    type Part = A;
    type Result = U;
    const BLOCK: usize = if FAST { 65536 } else { 512 };
    const VECTORISED: bool = FAST;

    #[inline(always)]
    fn lane(self, run: &[T]) -> A {
        if const { FAST && size_of::<T>() > 1 } && run.len() >= 6 * MANY {
            return self.long(run);
        }
        in_parts::<PARTS, _, _>(run, self.part, self.merge)
    }

    /// Four rows at a time.
    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<A>]) {
        for (part, &x) in parts.iter_mut().zip(rows.get(0)) {
            part.write((self.part)(x));
        }
        // SAFETY: each was written: a row is as long (invariant 8).
        let parts = unsafe { parts.assume_init_mut() };
        let width = parts.len();
        let mut row = 1;
        while row + 4 <= rows.count {
            let row_at = |n: usize| &rows.get(row + n)[..width];
            let (a, b, c, d) = (row_at(0), row_at(1), row_at(2), row_at(3));
            for i in 0..width {
                let low = (self.merge)((self.part)(a[i]), (self.part)(b[i]));
                let high = (self.merge)((self.part)(c[i]), (self.part)(d[i]));
                parts[i] = (self.merge)(parts[i], (self.merge)(low, high));
            }
            row += 4;
        }
        for row in row..rows.count {
            for (part, &x) in parts.iter_mut().zip(rows.get(row)) {
                *part = (self.merge)(*part, (self.part)(x));
            }
        }
    }

    #[inline(always)]
    fn merge(self, earlier: A, later: A) -> A {
        (self.merge)(earlier, later)
    }

    #[inline(always)]
    fn is_last(self, part: A) -> bool {
        (self.is_last)(part)
    }

    #[inline(always)]
    fn finish(self, part: A) -> U {
        (self.finish)(part)
    }
}
