//! Reductions whose parts are merged as the elements are: sums, products, extrema, counts.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use crate::formulas::pairwise::in_tree;
use crate::kernels::prefetch::{ahead, prefetch_after};
use crate::kernels::thresholds::{SHORT_LANE_BYTES, SUMMED_LANE};
use core::{marker::PhantomData, mem::MaybeUninit, ops::Range};

/// In how many parts a run is folded if the order of the elements matters to the bits, so that the compiler may not
/// cut the loop itself.
pub(crate) const FEW: usize = 16;
/// The same of a long run. So many that the compiler keeps the loop over them, vectorises it and then keeps the
/// parts in registers: 32 it writes out one by one.
pub(crate) const MANY: usize = 64;
/// After how many rows of parts these are merged into those before: a part takes in 32 elements one after the
/// other, and 32 such sums at most. To merge each section to one number takes half as long again.
const SECTION: usize = 32;
/// How many bytes of a row are merged into parts between two prefetches; all, where there are none (`4096^2 over axis 0`
/// 0.87). Of 512 and 1024 `[64,256,1024] over axis 1`
/// takes 1.1 times as long.
const READ_SECTION: usize = 256;

/// A reduction given by what an element stands for, how two of these are merged, and what is made of the last
/// one. `shortcut` may fold a run in another way. If `FAST`, by loops for each instruction set. A run is folded in so many `PARTS`; in one, if the operation is
/// exact: of a plain loop over integers the compiler makes shorter and faster code than of parts that are written out.
///
/// To merge may be to choose (`CHOOSES`). Of a choice between a number and what is in memory the compiler makes a masked store,
/// which takes 12 cycles on Zen 4, unless that is in an inner choice. So rows are merged in pairs.
#[derive(Clone, Copy)]
struct Simple<const FAST: bool, const PARTS: usize, const CHOOSES: bool, T, U, P, M, F, L, S> {
    part: P,
    merge: M,
    finish: F,
    last: L,
    shortcut: S,
    of: PhantomData<fn(T) -> U>,
}

/// The reduction by three functions.
pub(crate) fn simple<const FAST: bool, const PARTS: usize, T: Copy, A: Copy, U: Copy>(
    part: impl Fn(T) -> A + Copy + Sync,
    merge: impl Fn(A, A) -> A + Copy + Sync,
    finish: impl Fn(A) -> U + Copy + Sync,
) -> impl Fold<Element = T, Part = A, Result = U> {
    folding::<FAST, PARTS, false, _, _, _>(part, merge, finish, |_| false, |_| None)
}

/// As [`simple`]. A part for which `last` holds is not changed by any other, and `shortcut` is a faster way to fold some
/// runs.
pub(super) fn folding<const FAST: bool, const PARTS: usize, const CHOOSES: bool, T, A, U>(
    part: impl Fn(T) -> A + Copy + Sync,
    merge: impl Fn(A, A) -> A + Copy + Sync,
    finish: impl Fn(A) -> U + Copy + Sync,
    last: impl Fn(A) -> bool + Copy + Sync,
    shortcut: impl Fn(&[T]) -> Option<A> + Copy + Sync,
) -> impl Fold<Element = T, Part = A, Result = U>
where
    T: Copy,
    A: Copy,
    U: Copy,
{
    let of = PhantomData;
    Simple::<FAST, PARTS, CHOOSES, _, _, _, _, _, _, _> { part, merge, finish, last, shortcut, of }
}

/// Folds a run in parts: [`MANY`] only if it is long, else a few.
///
/// The compiler does not reassociate the additions of a float sum. Here the loops go over independent parts,
/// so that they vectorise as they are written.
#[inline(always)]
pub(crate) fn in_parts<const PARTS: usize, T: Copy, A: Copy>(
    run: &[T],
    part: impl Fn(T) -> A + Copy,
    merge: impl Fn(A, A) -> A + Copy,
) -> A {
    if const { PARTS < MANY } {
        return in_few_parts::<PARTS, _, _>(run, part, merge);
    }
    if run.len() < 4 * MANY {
        return in_few_parts::<FEW, _, _>(run, part, merge);
    }
    let (rows, tail) = run.as_chunks();
    let whole = in_many_parts(rows, part, merge);
    if tail.is_empty() { whole } else { merge(whole, in_few_parts::<FEW, _, _>(tail, part, merge)) }
}

/// Folds rows in a part for each column.
#[inline(always)]
fn in_many_parts<T: Copy, A: Copy>(
    rows: &[[T; MANY]],
    part: impl Fn(T) -> A + Copy,
    merge: impl Fn(A, A) -> A + Copy,
) -> A {
    let (mut whole, mut start, ahead) = ([part(rows[0][0]); MANY], 0, ahead());
    while start < rows.len() {
        let mut section = whole;
        for i in 0..MANY {
            section[i] = part(rows[start][i]);
        }
        let end = rows.len().min(start + SECTION);
        for row in &rows[start + 1..end] {
            prefetch_after(row, ahead);
            for i in 0..MANY {
                section[i] = merge(section[i], part(row[i]));
            }
        }
        if start == 0 {
            whole = section;
        } else {
            for i in 0..MANY {
                whole[i] = merge(whole[i], section[i]);
            }
        }
        start = end;
    }
    in_tree(whole, merge)
}

/// Folds a run in parts, a shorter one in 4, the shortest in order; so its last elements. To merge these
/// into some of the parts takes longer: the parts leave their registers.
#[inline(always)]
fn in_few_parts<const PARTS: usize, T: Copy, A: Copy>(
    run: &[T],
    part: impl Fn(T) -> A + Copy,
    merge: impl Fn(A, A) -> A + Copy,
) -> A {
    if PARTS > 4
        && let Some((first, rest)) = run.split_first_chunk::<PARTS>()
    {
        return begun(first, rest, part, merge);
    }
    if PARTS > 1
        && let Some((first, rest)) = run.split_first_chunk::<4>()
    {
        return begun(first, rest, part, merge);
    }
    run.iter().map(|&x| part(x)).reduce(merge).expect("a run that is not empty")
}

#[inline(always)]
fn begun<const N: usize, T: Copy, A: Copy>(
    first: &[T; N],
    rest: &[T],
    part: impl Fn(T) -> A + Copy,
    merge: impl Fn(A, A) -> A + Copy,
) -> A {
    let mut parts = first.map(part);
    let (rows, tail) = rest.as_chunks::<N>();
    for row in rows {
        for (to, &x) in parts.iter_mut().zip(row) {
            *to = merge(*to, part(x));
        }
    }
    let whole = in_tree(parts, merge);
    let tail = match N {
        4 => up_to_three(tail, part, merge),
        _ => tail.iter().map(|&x| part(x)).reduce(merge),
    };
    tail.map_or(whole, |tail| merge(whole, tail))
}

/// Folds three elements or fewer. Of a loop the compiler would make one for many.
#[inline(always)]
fn up_to_three<T: Copy, A: Copy>(
    run: &[T],
    part: impl Fn(T) -> A + Copy,
    merge: impl Fn(A, A) -> A + Copy,
) -> Option<A> {
    match *run {
        [] => None,
        [a] => Some(part(a)),
        [a, b] => Some(merge(part(a), part(b))),
        [a, b, c, ..] => Some(merge(merge(part(a), part(b)), part(c))),
    }
}

impl<const FAST: bool, const PARTS: usize, const CHOOSES: bool, T, A, U, P, M, F, L, S> Fold
    for Simple<FAST, PARTS, CHOOSES, T, U, P, M, F, L, S>
where
    T: Copy,
    A: Copy,
    U: Copy,
    P: Fn(T) -> A + Copy + Sync,
    M: Fn(A, A) -> A + Copy + Sync,
    F: Fn(A) -> U + Copy + Sync,
    L: Fn(A) -> bool + Copy + Sync,
    S: Fn(&[T]) -> Option<A> + Copy + Sync,
{
    type Element = T;
    type Part = A;
    type Result = U;
    const BLOCK: usize = if FAST || PARTS == 1 { 65536 } else { 512 };
    const COPIED: Range<usize> =
        if CHOOSES { 0 } else { SUMMED_LANE + 1 }..SHORT_LANE_BYTES / size_of::<T>() + 1;
    const VECTORISED: bool = FAST;

    #[inline(always)]
    fn lane(self, run: &[T]) -> A {
        (self.shortcut)(run).unwrap_or_else(|| in_parts::<PARTS, _, _>(run, self.part, self.merge))
    }

    #[inline(always)]
    fn short_lane(self, run: &[T]) -> A {
        match run.split_first_chunk::<4>() {
            Some((first, rest)) => begun(first, rest, self.part, self.merge),
            None => up_to_three(run, self.part, self.merge).expect("a run that is not empty"),
        }
    }

    /// Four rows at a time, or one or two if the source is larger than the cache.
    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<A>]) {
        for (part, &x) in parts.iter_mut().zip(rows.get(0)) {
            part.write((self.part)(x));
        }
        // SAFETY: each was written: a row is as long (invariant 8).
        let parts = unsafe { parts.assume_init_mut() };
        let width = parts.len();
        let mut row = 1;
        while !rows.row_by_row && row + 4 <= rows.count {
            let row_at = |n: usize| &rows.get(row + n)[..width];
            let (a, b, c, d) = (row_at(0), row_at(1), row_at(2), row_at(3));
            for i in 0..width {
                let low = (self.merge)((self.part)(a[i]), (self.part)(b[i]));
                let high = (self.merge)((self.part)(c[i]), (self.part)(d[i]));
                parts[i] = match CHOOSES {
                    true => (self.merge)((self.merge)(parts[i], low), high),
                    false => (self.merge)(parts[i], (self.merge)(low, high)),
                };
            }
            row += 4;
        }
        let (further, ahead) = (usize::from(CHOOSES), if rows.row_by_row { ahead() } else { 0 });
        let section = if ahead > 0 { const { READ_SECTION / size_of::<T>() } } else { width };
        for row in (row..rows.count).step_by(1 + further) {
            // The last row, perhaps for a second time.
            let next = rows.get((row + further).min(rows.count - 1));
            let runs = rows.get(row).chunks(section).zip(next.chunks(section));
            for (parts, (run, next)) in parts.chunks_mut(section).zip(runs) {
                prefetch_after(run, ahead);
                for ((part, &x), &y) in parts.iter_mut().zip(run).zip(next) {
                    let one = (self.merge)(*part, (self.part)(x));
                    *part = if CHOOSES { (self.merge)(one, (self.part)(y)) } else { one };
                }
            }
        }
    }

    #[inline(always)]
    fn merge(self, earlier: A, later: A) -> A {
        (self.merge)(earlier, later)
    }

    #[inline(always)]
    fn is_last(self, part: A) -> bool {
        (self.last)(part)
    }

    #[inline(always)]
    fn finish(self, part: &A) -> U {
        (self.finish)(*part)
    }
}
