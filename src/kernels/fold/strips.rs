//! The two ways of walking: one output after the other, and strips of outputs together.

use super::block::{Fold, Rows};
use super::cascade::{Cascade, collapse, merge_rows};
use super::plan::Odometer;
use alloc::vec::Vec;
use core::mem::{size_of, swap};

/// How many elements of a run make a block: 16 for each lane of `Simple`. 256 and 1024 were no
/// faster.
const BLOCK: usize = 512;
/// How many rows make a block.
const ROWS: usize = 64;
/// How many bytes of parts make a strip: a part of the first-level cache.
const STRIP: usize = 8 << 10;
/// Rows without gaps are read as fewer, longer rows if they have up to this many elements.
const NARROW: usize = 32;
/// How many elements those longer rows have at most.
const WIDE: usize = 512;

/// Reduces the elements of one output by a plain loop in which nothing is out of its place.
///
/// # Safety
/// `from` plus the offsets of `inner` are those of indices of the source that starts at `zero`.
#[inline(always)]
pub(super) unsafe fn one_by_one<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    zero: *const T,
    from: isize,
    inner: &mut Odometer<'_>,
) -> F::Part {
    let mut whole = None;
    loop {
        // SAFETY: by the caller's promise.
        let run = unsafe { rows(zero, from, (1, 0), inner) }.column(0);
        let part = fold.column(run);
        let part = match whole {
            None => part,
            Some(earlier) => fold.merge(earlier, part),
        };
        if !inner.advance() {
            return part;
        }
        whole = Some(part);
    }
}

/// Reduces all outputs and gives each to `give`, with its place.
///
/// # Safety
/// The offsets of `kept` plus those of `inner` are those of indices of the source that starts at
/// `zero`.
#[inline(always)]
pub(super) unsafe fn by_strips<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &mut Odometer<'_>,
    give: impl Fn(isize, F::Part),
) {
    let by = kept.run.strides[0];
    let width = if columns_first(kept, inner) {
        (STRIP / size_of::<F::Part>().max(1)).max(NARROW)
    } else {
        1
    };
    let is_short = width == 1 && inner.is_one_run() && inner.run.size <= BLOCK;
    let mut strips = Strips::new();
    let mut parts = Vec::new();
    loop {
        for left in (0..kept.run.size).step_by(width) {
            let [from, to] = kept.at_step(left as isize);
            let width = width.min(kept.run.size - left);
            if is_short {
                // Many short rows: nothing is set up for them.
                // SAFETY: by the caller's promise.
                let rows = unsafe { rows(zero, from, (1, 0), inner) };
                give(to, fold.column(rows.column(0)));
                continue;
            }
            // SAFETY: by the caller's promise.
            unsafe { strips.reduce(fold, zero, from, (width, by), inner, &mut parts) };
            assert!(parts.len() == width);
            for (column, part) in parts.drain(..).enumerate() {
                give(to + column as isize * kept.run.strides[1], part);
            }
        }
        if !kept.advance() {
            return;
        }
    }
}

/// Whether neighbouring outputs are reduced together: where their elements lie closer to each other
/// than those of one output, or where those come in too short runs.
#[inline]
fn columns_first(kept: &Odometer<'_>, inner: &Odometer<'_>) -> bool {
    let ([by, _], width) = (kept.run.strides, kept.run.size);
    let ([stride, _], len) = (inner.run.strides, inner.run.size);
    let is_narrow = by == 1 && width > 1 && stride == width as isize;
    let runs_are_short = !inner.is_one_run() && len < 16;
    let is_closer = by != 0 && (stride == 0 || by < stride || runs_are_short);
    is_closer && (width >= 4 || is_narrow)
}

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
) -> Rows<'a, T> {
    let [at, position] = inner.at;
    let [stride, step] = inner.run.strides;
    // SAFETY: an index of the source by the caller's promise.
    let first = unsafe { zero.offset(from + at) };
    // SAFETY: the same (invariant 7).
    unsafe { Rows::new(first, (inner.run.size, stride), columns, (position, step)) }
}

/// The parts of a strip of outputs while it is being reduced.
struct Strips<P> {
    /// Of the present block, and of the present run.
    block: Vec<P>,
    run: Vec<P>,
    blocks: Cascade<P>,
    /// Of short runs, until they are worth a place in the cascade.
    open: Vec<P>,
    runs: Cascade<P>,
}

impl<P> Strips<P> {
    #[inline]
    fn new() -> Self {
        let (blocks, runs) = (Cascade::new(), Cascade::new());
        Strips { block: Vec::new(), run: Vec::new(), blocks, open: Vec::new(), runs }
    }

    /// Reduces a strip of outputs to `parts`, which is empty.
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
            let many = many_as_one(&all);
            let whole = all.len / many * many;
            let rest = all.part(whole, all.len - whole);
            let mut next = if many > 1 { all.widened(many) } else { all };
            loop {
                self.whole_run(fold, next);
                collapse(fold, &mut self.run, columns.0);
                pending += next.len * (next.width / columns.0);
                if self.open.is_empty() {
                    swap(&mut self.open, &mut self.run);
                } else {
                    merge_rows(fold, &self.open, &mut self.run);
                    swap(&mut self.open, &mut self.run);
                    self.run.clear();
                }
                if pending >= ROWS {
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
        if pending > 0 {
            self.runs.push(fold, &mut self.open);
        }
        self.runs.finish(fold, parts);
    }

    /// Reduces rows, block by block, to `self.run`, which is empty.
    #[inline(always)]
    fn whole_run<'a, T: 'a, F: Fold<'a, T, Part = P>>(&mut self, fold: &F, rows: Rows<'a, T>) {
        let block = if rows.width == 1 { BLOCK } else { ROWS };
        let mut start = 0;
        while start < rows.len {
            let part = rows.part(start, block.min(rows.len - start));
            if part.width == 1 {
                self.block.push(fold.column(part.column(0)));
            } else {
                fold.columns(part, &mut self.block);
            }
            self.blocks.push(fold, &mut self.block);
            start += block;
        }
        self.blocks.finish(fold, &mut self.run);
    }
}

/// How many rows are read as one: a power of two.
#[inline]
fn many_as_one<T>(rows: &Rows<'_, T>) -> usize {
    let is_narrow = (2..=NARROW).contains(&rows.width);
    if !is_narrow || rows.by != 1 || rows.stride != rows.width as isize {
        return 1;
    }
    let many = (WIDE / rows.width).min(rows.len / 4);
    if many < 2 { 1 } else { 1 << many.ilog2() }
}
