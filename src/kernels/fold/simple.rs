//! Reductions whose parts are merged as the elements are: sums, products of integers, extrema, counts.

use super::lane::{Lane, Lanes, continued};
use super::loops::Fold;
use crate::kernels::thresholds::SHORT_LANE;
use core::array;
use core::mem::MaybeUninit;

/// How many parts a lane is folded in, and below which length it is folded one after the other.
const PARTS: usize = 16;
/// The same of a long lane. So many that the compiler keeps the loop over them, and vectorises it: 32 it
/// writes out one by one, as 32 chains of scalar additions.
const MANY: usize = 64;
/// After how many elements of a quarter its parts are merged into those of the elements before: a part takes
/// in 16 sums of four one after the other, and 16 of these at most.
const SECTION: usize = 16 * MANY;

/// A reduction given by what an element stands for and how two of these are merged.
pub(crate) trait Merge: Copy + Sync {
    type Element: Copy;
    type Part: Copy;
    type Result: Copy;
    /// Whether long lanes are read at four places at a time, by loops for each instruction set.
    const FAST: bool = false;
    /// Whether lanes with gaps are read so too.
    const STRIDED: bool = false;

    fn part(self, element: Self::Element) -> Self::Part;
    fn merge(self, earlier: Self::Part, later: Self::Part) -> Self::Part;
    fn finish(self, part: Self::Part) -> Self::Result;
}

/// The reduction by a [`Merge`].
#[derive(Clone, Copy)]
pub(crate) struct Simple<M>(pub(crate) M);

impl<M: Merge> Simple<M> {
    /// What the element `i` stands for; `STRIDE` is as for [`Lane::get`].
    #[inline(always)]
    fn at<const STRIDE: isize>(self, lane: Lane<M::Element>, i: usize) -> M::Part {
        debug_assert!(i < lane.len);
        // SAFETY: all indices below are less than the length.
        self.0.part(unsafe { lane.get::<STRIDE>(i) })
    }

    /// Four elements, each `step` after the one before.
    #[inline(always)]
    fn four<const STRIDE: isize>(self, lane: Lane<M::Element>, i: usize, step: usize) -> M::Part {
        let at = [0, 1, 2, 3].map(|n| i + n * step);
        let low = self.0.merge(self.at::<STRIDE>(lane, at[0]), self.at::<STRIDE>(lane, at[1]));
        let high = self.0.merge(self.at::<STRIDE>(lane, at[2]), self.at::<STRIDE>(lane, at[3]));
        self.0.merge(low, high)
    }

    /// Folds a lane in `N` parts, from parts of what comes before `start`.
    #[inline(always)]
    fn rest<const STRIDE: isize, const N: usize>(
        self,
        parts: [M::Part; N],
        start: usize,
        lane: Lane<M::Element>,
    ) -> M::Part {
        continued::<N, _>(
            parts,
            start,
            lane.len,
            #[inline(always)]
            |i| self.at::<STRIDE>(lane, i),
            #[inline(always)]
            |a, b| self.0.merge(a, b),
        )
    }

    /// Folds a dense lane of 4 times `MANY` elements or more; a part takes in four at a time.
    #[inline(always)]
    fn wide(self, lane: Lane<M::Element>) -> M::Part {
        let mut parts: [M::Part; MANY] = array::from_fn(|i| self.four::<1>(lane, i, MANY));
        let mut start = 4 * MANY;
        while start + 4 * MANY <= lane.len {
            lane.prefetch_ahead(start, 4 * MANY);
            for (i, part) in parts.iter_mut().enumerate() {
                *part = self.0.merge(*part, self.four::<1>(lane, start + i, MANY));
            }
            start += 4 * MANY;
        }
        self.rest::<1, MANY>(parts, start, lane)
    }

    /// Folds a lane of 5 times `MANY` elements or more. The four elements that a part takes in at a time are
    /// of the four quarters of the lane: the machine fetches memory ahead along each line of addresses that
    /// is read, but not far; along four lines it fetches more at a time (Blom, Rietveld and van Nieuwpoort
    /// 2024, "Multi-Strided Access Patterns to Boost Hardware Prefetching").
    #[inline(always)]
    fn quarters<const STRIDE: isize>(self, lane: Lane<M::Element>) -> M::Part {
        let mut whole: [M::Part; MANY] = array::from_fn(|i| self.at::<STRIDE>(lane, i));
        let quarter = (lane.len - MANY) / (4 * MANY) * MANY;
        let (mut start, end) = (MANY, MANY + quarter);
        while start < end {
            let mut section: [M::Part; MANY] =
                array::from_fn(|i| self.four::<STRIDE>(lane, start + i, quarter));
            let section_end = end.min(start + SECTION);
            start += MANY;
            while start < section_end {
                for (i, part) in section.iter_mut().enumerate() {
                    *part = self.0.merge(*part, self.four::<STRIDE>(lane, start + i, quarter));
                }
                start += MANY;
            }
            for (whole, &part) in whole.iter_mut().zip(&section) {
                *whole = self.0.merge(*whole, part);
            }
        }
        self.rest::<STRIDE, MANY>(whole, MANY + 4 * quarter, lane)
    }

    /// Folds a lane in `PARTS` parts, or a shorter one in order.
    #[inline(always)]
    fn plain<const STRIDE: isize>(self, lane: Lane<M::Element>) -> M::Part {
        if lane.len < PARTS {
            let first = self.at::<STRIDE>(lane, 0);
            return (1..lane.len)
                .fold(first, |part, i| self.0.merge(part, self.at::<STRIDE>(lane, i)));
        }
        let parts = array::from_fn(|i| self.at::<STRIDE>(lane, i));
        self.rest::<STRIDE, PARTS>(parts, PARTS, lane)
    }
}

impl<M: Merge> Fold for Simple<M> {
    type Element = M::Element;
    type Part = M::Part;
    type Result = M::Result;
    const BLOCK: usize = if M::FAST { 65536 } else { 512 };
    const VECTORISED: bool = M::FAST;

    #[inline(always)]
    fn lane(self, lane: Lane<M::Element>) -> M::Part {
        if const { M::FAST } && lane.len >= 6 * MANY {
            let is_short = lane.len * size_of::<M::Element>() < SHORT_LANE;
            return match lane.stride {
                1 if is_short => self.wide(lane),
                1 => self.quarters::<1>(lane),
                // With a stride it knows, the compiler loads vectors and picks.
                2 if const { M::STRIDED } => self.quarters::<2>(lane),
                _ if const { M::STRIDED } => self.quarters::<0>(lane),
                _ => self.plain::<0>(lane),
            };
        }
        if lane.stride == 1 { self.plain::<1>(lane) } else { self.plain::<0>(lane) }
    }

    /// Four rows at a time.
    #[inline(always)]
    unsafe fn rows<const BY: isize>(self, lanes: Lanes, parts: &mut [MaybeUninit<M::Part>]) {
        for (lane, part) in parts.iter_mut().enumerate() {
            // SAFETY: there is a row.
            part.write(self.0.part(unsafe { lanes.get::<_, BY>(0, lane) }));
        }
        // SAFETY: each was written.
        let parts = unsafe { parts.assume_init_mut() };
        let mut row = 1;
        while row + 4 <= lanes.len {
            for (lane, part) in parts.iter_mut().enumerate() {
                // SAFETY: rows and lanes that there are.
                let x = [0, 1, 2, 3].map(|n| unsafe { lanes.get::<_, BY>(row + n, lane) });
                let low = self.0.merge(self.0.part(x[0]), self.0.part(x[1]));
                let high = self.0.merge(self.0.part(x[2]), self.0.part(x[3]));
                *part = self.0.merge(*part, self.0.merge(low, high));
            }
            row += 4;
        }
        for row in row..lanes.len {
            for (lane, part) in parts.iter_mut().enumerate() {
                // SAFETY: the same.
                let x = unsafe { lanes.get::<_, BY>(row, lane) };
                *part = self.0.merge(*part, self.0.part(x));
            }
        }
    }

    #[inline(always)]
    fn merge(self, earlier: M::Part, later: M::Part) -> M::Part {
        self.0.merge(earlier, later)
    }

    #[inline(always)]
    fn finish(self, part: M::Part) -> M::Result {
        self.0.finish(part)
    }
}
