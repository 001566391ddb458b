//! The best element, and where it is.

use super::super::dispatch::vectorised;
use super::super::specialize::is_plain;
use super::block::{Fold, FoldRows, FoldRun};
use super::simple::{LANES, Simple};
use alloc::vec;
use alloc::vec::Vec;

/// How many elements are searched in one go.
const GROUP: usize = 64;

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
/// the best of all is searched for it at the end. A short run is done in one pass.
pub(crate) struct Position<B> {
    is_better: B,
}

/// The best element of a run, which is somewhere in it.
pub(crate) struct Candidate<'a, T> {
    best: T,
    run: FoldRun<'a, T>,
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

impl<B> Position<B> {
    /// Whether an element is better than another; a NaN is better than any number.
    #[inline(always)]
    fn is_better_than<T: PartialOrd>(&self, x: &T, y: &T) -> bool
    where
        B: Fn(&T, &T) -> bool,
    {
        (self.is_better)(x, y) | (is_nan(x) & !is_nan(y))
    }

    /// The best of each column, then its row, while the block is in the cache: a search at the end
    /// would miss it for every row. (To choose both at once is compiled to a jump, which does not
    /// vectorise and was five times as slow.)
    #[inline(always)]
    fn rows<'a, T: PartialOrd + Clone + 'a, const BY: isize>(
        &self,
        rows: FoldRows<'a, T>,
        parts: &mut Vec<Candidate<'a, T>>,
    ) where
        B: Fn(&T, &T) -> bool + Copy,
    {
        let mut values = Vec::with_capacity(rows.width);
        best(self.is_better).columns(rows, &mut values);
        // Blocks have few rows, and small numbers vectorise as well as small elements.
        let mut places = vec![0_u32; rows.width];
        for row in 0..rows.len {
            // From the highest position down, so that the first of equal elements is the last seen.
            let row = if rows.step < 0 { row } else { rows.len - 1 - row };
            for (i, (place, best)) in places.iter_mut().zip(&values).enumerate() {
                // SAFETY: `row < len`, and there are as many values as columns.
                let x = unsafe { rows.get::<BY>(row, i) };
                let is_it = (*x == *best) | (is_nan(x) & is_nan(best));
                *place = if is_it { row as u32 } else { *place };
            }
        }
        parts.extend(
            values
                .into_iter()
                .zip(places)
                .enumerate()
                .map(|(i, (best, row))| Candidate { best, run: rows.column(i).only(row as usize) }),
        );
    }
}

impl<T: PartialOrd> Candidate<'_, T> {
    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(self) -> Self {
        if self.run.len() == 1 {
            return self;
        }
        let place = vectorised(
            #[inline(always)]
            || if self.run.stride() == 1 { self.place::<1>() } else { self.place::<0>() },
        );
        // An element that is not equal to its clone is not found.
        let run = self.run.only(place.unwrap_or(0));
        Candidate { best: self.best, run }
    }

    /// Where in the run the element is; `STRIDE` is the stride of the run, or 0.
    #[inline(always)]
    fn place<const STRIDE: isize>(&self) -> Option<usize> {
        let Candidate { best, run } = self;
        let is_it = |i: usize| {
            // SAFETY: `i < len`.
            let x = unsafe { run.get::<STRIDE>(i) };
            (*x == *best) | (is_nan(x) & is_nan(best))
        };
        let group = |n: usize| n * GROUP..run.len().min((n + 1) * GROUP);
        // All of a group are asked, so that the loop vectorises.
        let has_it = |&n: &usize| group(n).fold(false, |found, i| found | is_it(i));
        let mut groups = 0..run.len().div_ceil(GROUP);
        if run.position(0) == run.positions().0 {
            groups.find(has_it).and_then(|n| group(n).find(|&i| is_it(i)))
        } else {
            groups.rfind(has_it).and_then(|n| group(n).rfind(|&i| is_it(i)))
        }
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
    const SHORT: usize = LANES - 1;
    // One of them is searched at the end.
    const BLOCK: usize = 16384;

    fn parts_are_plain() -> bool {
        is_plain::<T>()
    }

    #[inline(always)]
    fn column(&self, run: FoldRun<'a, T>) -> Candidate<'a, T> {
        Candidate { best: best(self.is_better).column(run), run }
    }

    #[inline(always)]
    fn short(&self, run: FoldRun<'a, T>) -> Candidate<'a, T> {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<0>(i) };
        // From the lowest position on, so that the first of equal elements stays.
        let backwards = run.position(0) != run.positions().0;
        let in_order = |i: usize| if backwards { run.len() - 1 - i } else { i };
        let mut at = in_order(0);
        for i in 1..run.len() {
            let i = in_order(i);
            at = if self.is_better_than(get(i), get(at)) { i } else { at };
        }
        Candidate { best: get(at).clone(), run: run.only(at) }
    }

    #[inline(always)]
    fn columns(&self, rows: FoldRows<'a, T>, parts: &mut Vec<Candidate<'a, T>>) {
        match rows.by {
            1 => self.rows::<T, 1>(rows, parts),
            _ => self.rows::<T, 0>(rows, parts),
        }
    }

    #[inline(always)]
    fn merge(&self, a: Candidate<'a, T>, b: Candidate<'a, T>) -> Candidate<'a, T> {
        if self.is_better_than(&a.best, &b.best) {
            return a;
        }
        if self.is_better_than(&b.best, &a.best) {
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
