//! The two ways of walking: one output after the other, or strips of outputs together.

use super::super::dispatch::vectorised;
use super::axes::Odometer;
use super::block::{Fold, FoldRows, FoldRun};
use super::pairwise::{Pairwise, Tower, collapse, merge_rows};
use alloc::vec::Vec;
use core::mem::{size_of, swap};

/// How many rows make a block; and from how many elements on a part goes up the cascade.
pub(super) const ROWS: usize = 64;
/// How many bytes of a row make a strip: the rows of a block stay in the second-level cache, and
/// each is read far enough for the prefetcher.
const STRIP: usize = 8 << 10;
/// Rows without gaps are read as fewer, longer rows if they have up to this many elements, which shows in
/// the last digit.
pub(super) const NARROW: usize = 32;
/// How many elements those longer rows have at most.
const WIDE: usize = 512;

/// The present run of `inner` for each of some columns.
///
/// # Safety
/// All its elements lie at indices of the source that starts at `zero`.
#[inline(always)]
unsafe fn rows<'a, T>(
    zero: *const T,
    from: isize,
    columns: (usize, isize),
    inner: &Odometer<'_>,
) -> FoldRows<'a, T> {
    let [at, position] = inner.at;
    let [stride, step] = inner.run.strides;
    // SAFETY: an index of the source by the caller's promise.
    let first = unsafe { zero.offset(from + at) };
    // SAFETY: the same (invariant 7).
    unsafe { FoldRows::new(first, (inner.run.size, stride), columns, (position, step)) }
}

/// Reduces a run, compiled for the best instruction set. A function of its own and never a part of its
/// callers: it is a lot of code, and what the compiler knows of the run there it would use to work out
/// the addresses of every loop in here, whichever runs: some 100 instructions for each run.
#[inline(never)]
pub(super) fn reduced<'a, T: 'a, F: Fold<'a, T>>(fold: &F, run: FoldRun<'a, T>) -> F::Part {
    vectorised(
        #[inline(always)]
        || fold.column(run),
    )
}

/// Reduces one output after the other and gives each to `give`, with its place.
///
/// # Safety
/// The offsets of `kept` plus those of `inner` are those of indices of the source that starts at
/// `zero`.
#[inline(always)]
pub(super) unsafe fn one_by_one<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &mut Odometer<'_>,
    mut give: impl FnMut(isize, F::Part),
) {
    if inner.is_one_run() && inner.run.size <= F::SHORT {
        return vectorised(
            #[inline(always)]
            // SAFETY: by the caller's promise.
            || unsafe { each_run(zero, kept, inner, |run| fold.short(run), give) },
        );
    }
    if inner.is_one_run() && inner.run.size <= F::BLOCK {
        // SAFETY: the same.
        return unsafe { each_run(zero, kept, inner, |run| reduced(fold, run), give) };
    }
    let mut tower = Tower::new();
    loop {
        for i in 0..kept.run.size as isize {
            let [from, to] = kept.at_step(i);
            let mut open = None;
            let mut pending = 0;
            loop {
                // SAFETY: the same.
                let run = unsafe { rows(zero, from, (1, 0), inner) };
                let mut start = 0;
                while start < run.len {
                    let block = run.part(start, F::BLOCK.min(run.len - start));
                    start += block.len;
                    pending += block.len;
                    let part = reduced(fold, block.column(0));
                    if start == run.len && inner.is_one_run() {
                        open = Some(part);
                        break;
                    }
                    let part = match open.take() {
                        None => part,
                        Some(earlier) => fold.merge(earlier, part),
                    };
                    if pending < ROWS {
                        open = Some(part);
                    } else {
                        tower.push(fold, part);
                        pending = 0;
                    }
                }
                if !inner.advance() {
                    break;
                }
            }
            give(to, tower.finish(fold, open));
        }
        if !kept.advance() {
            return;
        }
    }
}

/// Gives `reduce` the only run of each output, and what it makes of it to `give`, with its place.
///
/// # Safety
/// As [`one_by_one`].
#[inline(always)]
unsafe fn each_run<'a, T: 'a, P>(
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &Odometer<'_>,
    reduce: impl Fn(FoldRun<'a, T>) -> P,
    mut give: impl FnMut(isize, P),
) {
    loop {
        for i in 0..kept.run.size as isize {
            let [from, to] = kept.at_step(i);
            // SAFETY: by the caller's promise.
            let rows = unsafe { rows(zero, from, (1, 0), inner) };
            give(to, reduce(rows.column(0)));
        }
        if !kept.advance() {
            return;
        }
    }
}

/// Whether neighbouring outputs are better reduced together: where their elements lie closer to
/// each other than those of one output do, or where those come in too short runs.
#[inline]
pub(super) fn columns_first(kept: &Odometer<'_>, inner: &Odometer<'_>) -> bool {
    let ([by, _], width) = (kept.run.strides, kept.run.size);
    let ([stride, _], len) = (inner.run.strides, inner.run.size);
    let is_narrow = by == 1 && width > 1 && stride == width as isize;
    let runs_are_short = !inner.is_one_run() && len < 16;
    let is_closer = by != 0 && (stride == 0 || by < stride || runs_are_short);
    // Few elements are not worth the memory for a row of parts.
    is_closer && (width >= 4 || is_narrow) && kept.len() * inner.len() > 64
}

/// Reduces outputs in strips, along which they lie next to each other in the source, and gives each
/// strip to `give`, with the place of its first output and the way to the next; `give` takes the parts
/// out. Parts need no drop.
///
/// # Safety
/// As [`one_by_one`].
#[inline(always)]
pub(super) unsafe fn by_strips<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &mut Odometer<'_>,
    mut give: impl FnMut([isize; 2], &mut Vec<F::Part>),
) {
    let [by, to_next] = kept.run.strides;
    let strip = (STRIP / size_of::<T>().max(1)).max(NARROW);
    // Not of a strip that is narrow by chance: how outputs are cut is not to show in the last digit.
    let mut strips = Strips::new(kept.run.size <= NARROW);
    let mut parts = Vec::new();
    loop {
        for left in (0..kept.run.size).step_by(strip) {
            let [from, to] = kept.at_step(left as isize);
            let width = strip.min(kept.run.size - left);
            // SAFETY: by the caller's promise.
            unsafe { strips.reduce(fold, zero, from, (width, by), inner, &mut parts) };
            assert!(parts.len() == width);
            give([to, to_next], &mut parts);
            debug_assert!(parts.is_empty());
        }
        if !kept.advance() {
            return;
        }
    }
}

/// The parts of a strip while it is being reduced: rows of them.
struct Strips<P> {
    /// Of the present block, and of the present run.
    block: Vec<P>,
    run: Vec<P>,
    blocks: Pairwise<P>,
    /// Of short runs, until they are worth a place in the cascade.
    open: Vec<P>,
    runs: Pairwise<P>,
    /// Whether several rows may be read as one.
    widening: bool,
}

impl<P> Strips<P> {
    #[inline]
    fn new(widening: bool) -> Self {
        let (blocks, runs) = (Pairwise::new(), Pairwise::new());
        Strips { block: Vec::new(), run: Vec::new(), blocks, open: Vec::new(), runs, widening }
    }

    /// Reduces a strip to `parts`, which is empty.
    ///
    /// # Safety
    /// As [`by_strips`].
    #[inline(always)]
    unsafe fn reduce<'a, T: 'a, F: Fold<'a, T, Part = P>>(
        &mut self,
        fold: &F,
        zero: *const T,
        from: isize,
        columns: (usize, isize),
        inner: &mut Odometer<'_>,
        parts: &mut Vec<P>,
    ) {
        let mut pending = 0;
        loop {
            // SAFETY: by the caller's promise.
            let all = unsafe { rows(zero, from, columns, inner) };
            let many = if self.widening { many_as_one(&all) } else { 1 };
            let whole = all.len / many * many;
            let rest = all.part(whole, all.len - whole);
            let mut next = if many > 1 { all.widened(many) } else { all };
            loop {
                self.whole_run(fold, next);
                collapse(fold, &mut self.run, columns.0);
                if !self.open.is_empty() {
                    merge_rows(fold, &self.open, &mut self.run);
                    self.open.clear();
                }
                swap(&mut self.open, &mut self.run);
                pending += next.len * (next.width / columns.0);
                if pending >= ROWS && !inner.is_one_run() {
                    self.runs.push(fold, &mut self.open);
                    pending = 0;
                }
                if next.width == columns.0 || rest.len == 0 {
                    break;
                }
                next = rest;
            }
            if !inner.advance() {
                break;
            }
        }
        self.runs.finish(fold, &mut self.open);
        swap(&mut self.open, parts);
    }

    /// Reduces rows, block by block, to `self.run`, which is empty.
    #[inline(always)]
    fn whole_run<'a, T: 'a, F: Fold<'a, T, Part = P>>(&mut self, fold: &F, rows: FoldRows<'a, T>) {
        let mut start = 0;
        loop {
            let block = rows.part(start, ROWS.min(rows.len - start));
            start += block.len;
            fold.columns(block, &mut self.block);
            if start == rows.len {
                break;
            }
            self.blocks.push(fold, &mut self.block);
        }
        self.blocks.finish(fold, &mut self.block);
        swap(&mut self.block, &mut self.run);
    }
}

/// How many rows are read as one: a power of two.
#[inline]
fn many_as_one<T>(rows: &FoldRows<'_, T>) -> usize {
    let is_narrow = (2..=NARROW).contains(&rows.width);
    if !is_narrow || rows.by != 1 || rows.stride != rows.width as isize {
        return 1;
    }
    let many = (WIDE / rows.width).min(rows.len / 4);
    if many < 2 { 1 } else { 1 << many.ilog2() }
}
