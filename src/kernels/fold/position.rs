//! The best element, and where it is.

use super::block::{Fold, Rows, Run};
use super::simple::Simple;
use alloc::vec::Vec;

/// Tells whether an element is not equal to itself, as a NaN is not.
#[inline(always)]
fn is_nan<T: PartialEq>(x: &T) -> bool {
    let same = x;
    x != same
}

/// The reduction to the element that is better than all others; a NaN is better than any number.
#[inline(always)]
pub(crate) fn best<'a, T, B>(is_better: B) -> impl Fold<'a, T, Part = T>
where
    T: PartialOrd + Clone + 'a,
    B: Fn(&T, &T) -> bool + Copy,
{
    // A choice between two values and not a jump, so that it vectorises.
    Simple::new(
        T::clone,
        #[inline(always)]
        move |best: T, x: &'a T| {
            if is_better(x, &best) | is_nan(x) { x.clone() } else { best }
        },
        #[inline(always)]
        move |best: T, x: T| if is_better(&x, &best) | is_nan(&x) { x } else { best },
    )
}

/// The reduction to the position of the best element, of equal ones the first.
///
/// A block of a run finds its best element only, by the same loop as [`best`]; the block that has
/// the best of all is searched for it at the end.
pub(crate) struct Position<B> {
    is_better: B,
}

/// The best element of a run, which is somewhere in it.
pub(crate) struct Candidate<'a, T> {
    best: T,
    run: Run<'a, T>,
}

impl<B> Position<B> {
    #[inline(always)]
    pub(crate) fn new<T>(is_better: B) -> Self
    where
        B: Fn(&T, &T) -> bool + Copy,
    {
        Position { is_better }
    }
}

/// How many columns of a block are done together.
const CHUNK: usize = 64;

impl<B> Position<B> {
    /// The best of each of some columns, with its row.
    #[inline(always)]
    fn chunk<'a, T: PartialOrd + Clone + 'a, const BY: isize>(
        &self,
        rows: Rows<'a, T>,
        left: usize,
        width: usize,
        best: &mut Vec<T>,
        parts: &mut Vec<Candidate<'a, T>>,
    ) where
        B: Fn(&T, &T) -> bool + Copy,
    {
        // SAFETY: all rows below are less than `len`; `left + width` is not more than the width.
        let get = |row, i: usize| unsafe { rows.get::<BY>(row, left + i) };
        best.clear();
        best.extend((0..width).map(|i| get(0, i).clone()));
        let best = &mut best[..width];
        // Blocks have few rows, and small numbers vectorise as well as small elements.
        let mut where_it_is = [0_u32; CHUNK];
        for row in 1..rows.len {
            for (i, (best, at)) in best.iter_mut().zip(&mut where_it_is).enumerate() {
                let x = get(row, i);
                let is_better = (self.is_better)(x, best) | (is_nan(x) & !is_nan(best));
                *at = if is_better { row as u32 } else { *at };
                *best = if is_better { x.clone() } else { best.clone() };
            }
        }
        for (i, (best, at)) in best.iter().zip(where_it_is).enumerate() {
            let run = rows.column(left + i).only(at as usize);
            parts.push(Candidate { best: best.clone(), run });
        }
    }
}

impl<T: PartialOrd> Candidate<'_, T> {
    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(self) -> Self {
        let Candidate { best, run } = self;
        let is_it = |&i: &usize| {
            // SAFETY: `i < len`.
            let x = unsafe { run.get::<0>(i) };
            *x == best || (is_nan(x) && is_nan(&best))
        };
        let mut indices = 0..run.len();
        let ascends = run.position(0) == run.positions().0;
        let place = if ascends { indices.find(is_it) } else { indices.rfind(is_it) };
        // An element that is not equal to its clone is not found.
        let run = run.only(place.unwrap_or(0));
        Candidate { best, run }
    }

    /// Returns the position, once all elements are known.
    #[inline]
    pub(crate) fn position(self) -> usize {
        self.find().run.position(0) as usize
    }
}

impl<'a, T, B> Fold<'a, T> for Position<B>
where
    T: PartialOrd + Clone + 'a,
    B: Fn(&T, &T) -> bool + Copy,
{
    type Part = Candidate<'a, T>;
    const POSITIONS: bool = true;

    #[inline(always)]
    fn column(&self, run: Run<'a, T>) -> Candidate<'a, T> {
        Candidate { best: best(self.is_better).column(run), run }
    }

    #[inline(always)]
    fn columns(&self, rows: Rows<'a, T>, parts: &mut Vec<Candidate<'a, T>>) {
        // Here a search would miss the cache for every row, so the row is carried along.
        let mut best = Vec::with_capacity(CHUNK);
        for left in (0..rows.width).step_by(CHUNK) {
            let width = CHUNK.min(rows.width - left);
            match rows.by {
                1 => self.chunk::<T, 1>(rows, left, width, &mut best, parts),
                _ => self.chunk::<T, 0>(rows, left, width, &mut best, parts),
            }
        }
    }

    #[inline(always)]
    fn merge(&self, a: Candidate<'a, T>, b: Candidate<'a, T>) -> Candidate<'a, T> {
        let better = |x: &T, y: &T| (self.is_better)(x, y) | (is_nan(x) & !is_nan(y));
        if better(&a.best, &b.best) {
            return a;
        }
        if better(&b.best, &a.best) {
            return b;
        }
        let (ours, theirs) = (a.run.positions(), b.run.positions());
        if ours.1 < theirs.0 {
            return a;
        }
        if theirs.1 < ours.0 {
            return b;
        }
        // The runs interleave, so the first place in each has to be known.
        let (a, b) = (a.find(), b.find());
        if a.run.position(0) < b.run.position(0) { a } else { b }
    }
}
