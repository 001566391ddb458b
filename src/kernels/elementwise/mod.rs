//! The element-wise loop: one to nine operands, read, changed or initialised, visited together.
//!
//! An operation instantiates its own inner loop ([`visit_run`]) and nothing else. How to come to its runs
//! is compiled once for a few numbers of operands: `drive.rs` plans the walk and shares it among threads,
//! `blocks.rs` brings non-contiguous primitive elements to a scratch buffer, `pack.rs` and `transpose.rs`
//! copy rectangles of them. There are two routes: contiguous operands and scalars are one run, all else
//! is planned.
//!
//! What the layers above call is in `operands.rs`.

mod blocks;
mod drive;
mod operands;
mod pack;
mod transpose;

pub(crate) use drive::copy_to;
pub(crate) use operands::{Sees, Visit, of_one, of_two};
pub(super) use pack::{Patch, copy as copy_patch, move_one};

use super::dispatch::vectorised_by_256;
use super::operand::{Access, Proved};
use crate::layout::Sequence;
use core::ptr::null_mut;

/// The largest number of operands: a result, and eight that it is made of.
const MAX: usize = 9;

/// What is done at the elements of operands that are visited together.
pub(crate) trait AccessTuple {
    /// What the operation sees.
    type Items;
    const COUNT: usize;
    /// Of each operand; the others mean nothing.
    const ELEMENTS: [ElementInfo; MAX];

    /// Whether all elements are primitive.
    fn are_plain() -> bool;

    /// The items `offset` elements after the addresses, or at the address of an operand without a bit in
    /// `moving`.
    ///
    /// # Safety
    /// As [`Access::item`], for each operand.
    unsafe fn items(zero: &[*mut u8], moving: u32, offset: usize) -> Self::Items;
}

/// What the compiled-once part of the loop knows of the elements of an operand.
#[derive(Clone, Copy)]
pub(crate) struct ElementInfo {
    /// The size of one in bytes.
    size: isize,
    /// Whether they are initialised before the visit.
    read: bool,
    /// Whether they may differ after it.
    written: bool,
}

impl ElementInfo {
    const NONE: Self = ElementInfo { size: 0, read: false, written: false };

    const fn of<P: Access>() -> Self {
        ElementInfo { size: size_of::<P::Element>() as isize, read: P::READ, written: P::WRITTEN }
    }
}

/// Where an operand lies: the address of index zero, its shape and strides.
#[derive(Clone, Copy)]
pub(crate) struct Located<'a> {
    zero: *mut u8,
    shape: &'a [usize],
    strides: &'a [isize],
}

impl<'a> Located<'a> {
    #[inline(always)]
    fn of<A: Access, const R: usize>(operand: &'a Proved<A, R>) -> Self {
        let layout = operand.layout();
        let zero = operand.zero().cast();
        Located { zero, shape: layout.shape_ref(), strides: layout.strides_ref() }
    }
}

/// Operands of one shape that are visited together, without the types of their elements and their rank.
struct Job<'a> {
    places: &'a [Located<'a>],
    elements: &'a [ElementInfo],
    sequence: Sequence,
    /// Whether the operation may be shown copies of the elements (invariant 9).
    packed: bool,
}

/// Elements to visit: `rows` of `len` each, one row at least. In each operand, elements are `by` elements apart, and
/// rows `down`. `by` is not read if operands are `moving`, `down` not if there is one row.
///
/// Everything is handed on by reference: a copy by vectors of what was just written in words
/// would wait until all stores before have left the processor, `a + b.t()` took 1.7 times as long.
struct InnerRun<'b> {
    start: &'b [*mut u8],
    by: &'b [isize],
    down: &'b [isize],
    /// The operands that move along a row, as bits, if there is a dispatched loop for these strides; else 0.
    moving: u32,
    rows: usize,
    len: usize,
}

impl InnerRun<'_> {
    /// The start, word by word: volatile, or the compiler reads it by vectors (see above).
    #[inline(always)]
    fn addresses<P: AccessTuple>(&self) -> [*mut u8; MAX] {
        let (mut addresses, start) = ([null_mut(); MAX], &self.start[..P::COUNT]);
        for (address, start) in addresses.iter_mut().zip(start) {
            // SAFETY: the precondition of `read_volatile`: an address behind a reference.
            *address = unsafe { core::ptr::from_ref(start).read_volatile() };
        }
        addresses
    }

    /// Calls `visit` with the addresses where each row starts.
    #[inline(always)]
    fn each_row<P: AccessTuple>(&self, mut visit: impl FnMut([*mut u8; MAX])) {
        let mut start = self.addresses::<P>();
        for row in 1.. {
            visit(start);
            if row == self.rows {
                return;
            }
            for (n, start) in start[..P::COUNT].iter_mut().enumerate() {
                *start = step(*start, self.down[n], P::ELEMENTS[n].size);
            }
        }
    }
}

/// Visits a run, and gives the operation back: behind a reference, what it holds would be loaded again
/// after each write.
///
/// # Safety
/// The operands have elements where the run says, and no element that may change comes up twice.
#[inline]
unsafe fn visit_run<P: AccessTuple, F: FnMut(P::Items)>(run: &InnerRun<'_>, mut f: F) -> F {
    // The number of operands is a constant of each condition: loops for another number are not compiled.
    if const { P::COUNT == 2 } && run.moving == 0b01 {
        // SAFETY: by the caller's promise.
        return unsafe { direct::<0b01, P, F>(run, f) };
    }
    if const { P::COUNT == 3 } && run.moving == 0b011 {
        // SAFETY: by the caller's promise.
        return unsafe { direct::<0b011, P, F>(run, f) };
    }
    if const { P::COUNT == 3 } && run.moving == 0b101 {
        // SAFETY: by the caller's promise.
        return unsafe { direct::<0b101, P, F>(run, f) };
    }
    if run.moving != 0 {
        // SAFETY: by the caller's promise.
        return unsafe { direct::<{ u32::MAX }, P, F>(run, f) };
    }
    run.each_row::<P>(|mut here| {
        for _ in 0..run.len {
            // SAFETY: by the caller's promise.
            f(unsafe { P::items(&here, 0, 0) });
            for (n, here) in here[..P::COUNT].iter_mut().enumerate() {
                *here = step(*here, run.by[n], P::ELEMENTS[n].size);
            }
        }
    });
    f
}

/// Visits rows of contiguous elements; along them, the operands without a bit in `MOVING` have stride 0. Told so as a
/// constant, the loop vectorises.
///
/// # Safety
/// In each row, each operand with a bit has as many elements as the run says, each of the others has one.
#[inline]
unsafe fn direct<const MOVING: u32, P: AccessTuple, F: FnMut(P::Items)>(
    run: &InnerRun<'_>,
    mut f: F,
) -> F {
    vectorised_by_256(
        #[inline(always)]
        move || {
            let len = run.len;
            run.each_row::<P>(
                #[inline(always)]
                |start| {
                    for i in 0..len {
                        // SAFETY: by the caller's promise.
                        f(unsafe { P::items(&start, MOVING, i) });
                    }
                },
            );
            f
        },
    )
}

/// Whether there is a dispatched loop: all operands move, or two of three or one of two with one that is
/// read at stride 0.
#[inline(always)]
fn is_direct(count: usize, moving: u32) -> bool {
    moving == (1 << count) - 1 || matches!((count, moving), (2, 0b01) | (3, 0b011 | 0b101))
}

/// The [`InnerRun::moving`] of the strides of operands.
#[inline]
fn moving_of(by: &[isize]) -> u32 {
    let (mut moving, mut others_stay) = (0, true);
    for (n, &stride) in by.iter().enumerate() {
        moving |= u32::from(stride == 1) << n;
        others_stay &= stride == 0 || stride == 1;
    }
    if others_stay && is_direct(by.len(), moving) { moving } else { 0 }
}

/// An address some elements further; it may leave the operand where it is not used any more.
#[inline(always)]
fn step(address: *mut u8, elements: isize, size: isize) -> *mut u8 {
    address.wrapping_offset(elements.wrapping_mul(size))
}

/// The [`InnerRun::moving`], the length and the start of all elements in row-major order as one run, if each operand
/// is contiguous or a scalar.
///
/// # Panics
/// If the operands have different shapes.
#[inline(always)]
fn one_run(places: &[Located<'_>]) -> Option<(u32, usize, [*mut u8; MAX])> {
    let (shape, count) = (places[0].shape, places.len());
    let len = shape.iter().fold(1_usize, |len, &size| len.wrapping_mul(size));
    let (mut moving, mut put, mut start) = (0, 0, [null_mut(); MAX]);
    for (n, place) in places.iter().enumerate() {
        start[n] = place.zero;
        let (mut behind, mut gaps, mut steps) = (1, 0, 0);
        for axis in (0..shape.len()).rev() {
            let size = shape[axis];
            assert!(place.shape[axis] == size, "operands of different shapes");
            if size != 1 {
                gaps |= place.strides[axis] ^ behind;
                steps |= place.strides[axis];
            }
            behind = behind.wrapping_mul(size as isize);
        }
        moving |= u32::from(gaps == 0) << n;
        put |= u32::from(steps == 0) << n;
    }
    (is_direct(count, moving) && moving | put == (1 << count) - 1).then_some((moving, len, start))
}
