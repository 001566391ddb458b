//! Copies of rectangles of primitive elements, whatever their strides.

use super::transpose::transpose;
use crate::kernels::copy::copy_bytes;
use crate::kernels::dispatch::vectorised_by_256;
use crate::kernels::thresholds::STEPPED_RUN;
use crate::layout::Steps;
use core::mem::MaybeUninit;

/// Memory in the second-level cache for the blocks of all operands.
#[repr(align(64))]
pub(super) struct Scratch(MaybeUninit<[u8; Scratch::LEN]>);

impl Scratch {
    /// A block of 128 x 128 numbers of 4 bytes. With half of it `a + b.t()` takes a quarter longer, with
    /// a third, which would stay in the first-level cache, half as long again.
    pub(super) const LEN: usize = 66 << 10;
    /// The length of a line of the cache.
    pub(super) const LINE: usize = 64;

    #[inline]
    pub(super) fn new() -> Self {
        Scratch(MaybeUninit::uninit())
    }

    #[inline]
    pub(super) fn part(&mut self, at: usize) -> *mut u8 {
        assert!(at < Self::LEN);
        self.0.as_mut_ptr().cast::<u8>().wrapping_add(at)
    }
}

/// A rectangle of elements: rows and columns, and their strides.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Patch {
    pub(in crate::kernels) start: *mut u8,
    pub(in crate::kernels) strides: [isize; 2],
    pub(in crate::kernels) sizes: [usize; 2],
}

impl Patch {
    /// A rectangle without gaps.
    #[inline]
    pub(in crate::kernels) fn dense(start: *mut u8, sizes: [usize; 2]) -> Self {
        Patch { start, strides: [sizes[1] as isize, 1], sizes }
    }

    #[inline]
    pub(super) fn is_dense(&self) -> bool {
        let [rows, columns] = self.sizes;
        (columns == 1 || self.strides[1] == 1) && (rows == 1 || self.strides[0] == columns as isize)
    }

    /// Whether a dense copy of the other one begins with the elements of this one, which has one row for all.
    #[inline]
    pub(super) fn repeats(&self, other: &Self) -> bool {
        let ([rows, columns], [other_rows, other_columns]) = (self.sizes, other.sizes);
        (self.start, self.strides, columns) == (other.start, other.strides, other_columns)
            && self.strides[0] == 0
            && rows <= other_rows
    }

    /// The address of an element, of elements of `size` bytes.
    #[inline(always)]
    pub(super) fn at(&self, size: usize, row: usize, column: usize) -> *mut u8 {
        let offset = row as isize * self.strides[0] + column as isize * self.strides[1];
        self.start.wrapping_offset(offset * size as isize)
    }

    #[inline]
    fn transposed(&self) -> Self {
        let (strides, sizes) = (self.strides, self.sizes);
        Patch { start: self.start, strides: [strides[1], strides[0]], sizes: [sizes[1], sizes[0]] }
    }

    /// The same elements from the last to the first along an axis, of elements of `size` bytes.
    #[inline]
    fn reversed(&self, size: usize, axis: usize) -> Self {
        let (mut strides, last) = (self.strides, self.sizes[axis] as isize - 1);
        strides[axis] = -strides[axis];
        let offset = last * self.strides[axis] * size as isize;
        Patch { start: self.start.wrapping_offset(offset), strides, ..*self }
    }
}

/// Copies a rectangle of elements of `size` bytes. They are moved as integers of their size, whose alignment
/// they need not have: complex numbers of 8 bytes have that of their parts.
///
/// # Safety
/// Both have elements of the size without padding, of the same number of rows and columns, and do not
/// overlap; those of `to` may be written.
pub(in crate::kernels) unsafe fn copy(size: usize, mut from: Patch, mut to: Patch) {
    if to.strides[1] == -1 {
        (from, to) = (from.reversed(size, 1), to.reversed(size, 1));
    }
    if from.strides[1] == 1 && to.strides[1] == 1 {
        let len = from.sizes[1] * size;
        for row in 0..from.sizes[0] {
            let (from_row, to_row) = (from.at(size, row, 0), to.at(size, row, 0));
            // SAFETY: a row of each rectangle, by the caller's promise.
            unsafe { copy_bytes(from_row, to_row, [len, len * from.sizes[0]], false) };
        }
        return;
    }
    let copy = match size {
        1 => copy_as::<u8>,
        2 => copy_as::<u16>,
        4 => copy_as::<u32>,
        8 => copy_as::<u64>,
        16 => copy_as::<[u64; 2]>,
        _ => unreachable!("primitive elements have 1, 2, 4, 8 or 16 bytes"),
    };
    // SAFETY: by the caller's promise.
    unsafe { copy(from, to) };
}

/// # Safety
/// As [`copy`], with elements of `E`'s size.
unsafe fn copy_as<E: Copy>(mut from: Patch, mut to: Patch) {
    let by_rows: [unsafe fn(Patch, Patch); 3] =
        [copy_rows::<E, -1>, copy_rows::<E, 0>, copy_rows::<E, 2>];
    if let Some(stride) = [-1, 0, 2].iter().position(|&stride| stride == from.strides[1])
        && to.strides[1] == 1
        && from.sizes[1] >= STEPPED_RUN
    {
        // SAFETY: by the caller's promise; the stride is the constant.
        return unsafe { by_rows[stride](from, to) };
    }
    if from.strides[0] == -1 {
        (from, to) = (from.reversed(size_of::<E>(), 0), to.reversed(size_of::<E>(), 0));
    }
    if from.strides[1] == 1 && to.strides[0] == 1 {
        (from, to) = (from.transposed(), to.transposed());
    }
    // SAFETY: by the caller's promise.
    if from.strides[0] == 1 && to.strides[1] == 1 && unsafe { transpose::<E>(from, to) } {
        return;
    }
    // Along the longer side.
    if from.sizes[0] > from.sizes[1] {
        (from, to) = (from.transposed(), to.transposed());
    }
    for row in 0..from.sizes[0] {
        let mut at = from.at(size_of::<E>(), row, 0).cast::<E>();
        let mut place = to.at(size_of::<E>(), row, 0).cast::<E>();
        for _ in 0..from.sizes[1] {
            // SAFETY: an element of each rectangle, by the caller's promise.
            unsafe { move_one(at, place) };
            at = at.wrapping_offset(from.strides[1]);
            place = place.wrapping_offset(to.strides[1]);
        }
    }
}

/// Copies rows to contiguous ones. Told their stride as a constant, the loop vectorises.
///
/// # Safety
/// As [`copy`], with elements of `E`'s size, of which those of a row are `STEP` apart in `from`.
unsafe fn copy_rows<E: Copy, const STEP: isize>(from: Patch, to: Patch) {
    vectorised_by_256(
        #[inline(always)]
        || {
            for row in 0..from.sizes[0] {
                let at = from.at(size_of::<E>(), row, 0).cast::<E>();
                let place = to.at(size_of::<E>(), row, 0).cast::<E>();
                for i in 0..from.sizes[1] {
                    // SAFETY: an element of the row, by the caller's promise.
                    let at = unsafe { at.offset(STEP * i as isize) };
                    // SAFETY: an element of each row, by the caller's promise.
                    unsafe { move_one(at, place.wrapping_add(i)) };
                }
            }
        },
    );
}

/// # Safety
/// The first may be read and the second written.
#[inline(always)]
pub(in crate::kernels) unsafe fn move_one<E: Copy>(from: *const E, to: *mut E) {
    // SAFETY: by the caller's promise.
    let element = unsafe { from.read_unaligned() };
    // SAFETY: by the caller's promise.
    unsafe { to.write_unaligned(element) };
}

/// The blocks that are put together in the cache before they are written past it: so many rows, and bytes
/// of each.
const STREAMED_ROWS: usize = 256;
const STREAMED_BYTES: usize = 256;

/// Whether the planes of a copy may bypass the cache: each of their rows has to have whole lines of the cache
/// at the same columns, and several. Where rows that are written are further apart than lines that are read,
/// it took longer.
pub(super) fn can_stream(size: usize, steps: &Steps<'_, 2>) -> bool {
    let [written, read] = [steps.rows.strides[0], steps.run.strides[1]].map(isize::unsigned_abs);
    cfg!(all(target_arch = "x86_64", not(miri)))
        && steps.run.strides[0] == 1
        && written.wrapping_mul(size) % Scratch::LINE == 0
        && written <= read
        && steps.run.size * size >= STREAMED_BYTES
}

/// As [`copy`], past the cache where whole lines are written.
///
/// # Safety
/// As [`copy`], the rows of `to` are contiguous, and [`finish_streams`] is called before other threads see them.
#[inline(never)]
pub(super) unsafe fn stream(size: usize, from: Patch, to: Patch) {
    let mut scratch = Scratch::new();
    let [rows, columns] = to.sizes;
    // The first of several blocks ends where a line does.
    let begun = if columns * size > STREAMED_BYTES { to.start as usize % Scratch::LINE } else { 0 };
    let (mut left, mut right) = (0, (STREAMED_BYTES - begun) / size);
    while left < columns {
        let width = right.min(columns) - left;
        for top in (0..rows).step_by(STREAMED_ROWS) {
            let sizes = [STREAMED_ROWS.min(rows - top), width];
            let block = Patch::dense(scratch.part(0), sizes);
            let part = Patch { start: from.at(size, top, left), sizes, ..from };
            // SAFETY: a part of the rectangle, by the caller's promise, and room for it.
            unsafe { copy(size, part, block) };
            for row in 0..sizes[0] {
                let place = to.at(size, top + row, left);
                // SAFETY: a part of a row, by the caller's promise.
                unsafe { stream_row(block.at(size, row, 0), place, width * size) };
            }
        }
        (left, right) = (right, right + STREAMED_BYTES / size);
    }
}

/// Makes what was streamed visible before what this thread writes later.
pub(super) fn finish_streams() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the precondition of `_mm_sfence`: SSE, which all machines of this architecture have.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// Copies bytes, past the cache where they are whole lines of it.
///
/// # Safety
/// As [`core::ptr::copy_nonoverlapping`].
#[inline]
unsafe fn stream_row(from: *const u8, to: *mut u8, len: usize) {
    let head = to.align_offset(Scratch::LINE).min(len);
    // Other machines have no whole lines here: the rest of the row is one copy.
    let lines = if cfg!(target_arch = "x86_64") { (len - head) / Scratch::LINE } else { 0 };
    let tail = head + lines * Scratch::LINE;
    // SAFETY: a part of both, by the caller's promise.
    unsafe { core::ptr::copy_nonoverlapping(from, to, head) };
    #[cfg(target_arch = "x86_64")]
    for line in (head..tail).step_by(Scratch::LINE) {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        for part in [line, line + 16, line + 32, line + 48] {
            // SAFETY: a part of a line of both, by the caller's promise.
            let vector = unsafe { _mm_loadu_si128(from.wrapping_add(part).cast()) };
            // SAFETY: by the caller's promise; lines are aligned.
            unsafe { _mm_stream_si128(to.wrapping_add(part).cast::<__m128i>(), vector) };
        }
    }
    let (from, to) = (from.wrapping_add(tail), to.wrapping_add(tail));
    // SAFETY: as above.
    unsafe { core::ptr::copy_nonoverlapping(from, to, len - tail) };
}
