//! Copies of rectangles of primitive elements, whatever their strides.
//!
//! A transposing copy goes from tile to tile. The sides of a tile are one line of the cache long, so that
//! each line is read and written whole: of a matrix whose rows are a power of two apart, few lines stay in
//! the cache together.

#[cfg(target_arch = "x86_64")]
use super::transpose;
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
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Patch {
    pub(super) start: *mut u8,
    pub(super) strides: [isize; 2],
    pub(super) sizes: [usize; 2],
}

impl Patch {
    /// A rectangle without gaps.
    #[inline]
    pub(super) fn dense(start: *mut u8, sizes: [usize; 2]) -> Self {
        Patch { start, strides: [sizes[1] as isize, 1], sizes }
    }

    #[inline]
    pub(super) fn is_dense(&self) -> bool {
        let [rows, columns] = self.sizes;
        (columns == 1 || self.strides[1] == 1) && (rows == 1 || self.strides[0] == columns as isize)
    }

    /// The address of an element, of elements `E`.
    #[inline(always)]
    pub(super) fn at<E>(&self, [row, column]: [usize; 2]) -> *mut E {
        let offset = row as isize * self.strides[0] + column as isize * self.strides[1];
        self.start.cast::<E>().wrapping_offset(offset)
    }

    /// A part of it, of elements `E`.
    #[inline(always)]
    fn part<E>(&self, corner: [usize; 2], sizes: [usize; 2]) -> Self {
        Patch { start: self.at::<E>(corner).cast(), strides: self.strides, sizes }
    }

    #[inline]
    fn transposed(&self) -> Self {
        let (strides, sizes) = (self.strides, self.sizes);
        Patch { start: self.start, strides: [strides[1], strides[0]], sizes: [sizes[1], sizes[0]] }
    }
}

/// How elements are copied.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    copy: unsafe fn(Patch, Patch, bool),
    pub(super) streams: bool,
}

impl Transfer {
    /// Copies elements of `size` bytes; `streams` bypasses the cache where whole lines are written.
    #[inline]
    pub(super) fn new(size: isize, streams: bool) -> Self {
        let copy = match size {
            1 => copy::<u8>,
            2 => copy::<u16>,
            4 => copy::<u32>,
            8 => copy::<u64>,
            16 => copy::<[u64; 2]>,
            _ => unreachable!("primitive elements have 1, 2, 4, 8 or 16 bytes"),
        };
        Transfer { copy, streams }
    }

    /// Whether a transposing copy may bypass the cache, if its lines are so many bytes apart where they are
    /// read and where they are written: there, each row has to have whole lines of the cache at the same
    /// columns. Where rows that are written are further apart than lines that are read, it took twice as
    /// long.
    pub(super) fn can_stream([read, written]: [isize; 2]) -> bool {
        cfg!(all(target_arch = "x86_64", not(miri)))
            && written % Scratch::LINE as isize == 0
            && !is_further(written, read)
    }

    /// Copies a rectangle.
    ///
    /// # Safety
    /// Both have elements of the size without padding, of the same number of rows and columns, and do not
    /// overlap; those of `to` may be written, and are seen by other threads after [`finish`](Self::finish).
    #[inline]
    pub(super) unsafe fn copy(&self, from: Patch, to: Patch) {
        // SAFETY: by the caller's promise; primitive elements of one size may be moved as integers.
        unsafe { (self.copy)(from, to, self.streams) };
    }

    /// Makes what was streamed visible before what this thread writes later.
    pub(super) fn finish(&self) {
        #[cfg(target_arch = "x86_64")]
        if self.streams {
            // SAFETY: part of SSE, which all machines of this architecture have.
            unsafe { core::arch::x86_64::_mm_sfence() };
        }
    }
}

/// An element that is moved as it is.
pub(super) trait Word: Copy {
    /// Copies as many whole squares as there are, where columns are contiguous in `from` and rows in `to`;
    /// returns how many rows and columns those are.
    ///
    /// # Safety
    /// As [`Transfer::copy`].
    unsafe fn transpose(from: Patch, to: Patch) -> [usize; 2];
}

macro_rules! words {
    ($($Word:ty, $transpose:ident;)+) => { $(
        impl Word for $Word {
            #[inline(always)]
            unsafe fn transpose(from: Patch, to: Patch) -> [usize; 2] {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: by the caller's promise.
                return unsafe { transpose::$transpose(from, to) };
                #[cfg(not(target_arch = "x86_64"))]
                // SAFETY: by the caller's promise.
                in_squares::<1, Self>(from, to, |at, _, place, _| unsafe { move_one(at, place) })
            }
        }
    )+ };
}

words! {
    u8, of_1_byte;
    u16, of_2_bytes;
    u32, of_4_bytes;
    u64, of_8_bytes;
    [u64; 2], of_16_bytes;
}

/// Elements are moved as an `E` of their size, whose alignment they need not have: complex numbers of
/// 8 bytes have that of their parts.
///
/// # Safety
/// As [`Transfer::copy`], with elements of `E`'s size.
unsafe fn copy<E: Word>(from: Patch, to: Patch, streams: bool) {
    let [rows, columns] = from.sizes;
    // SAFETY: (of the blocks below) elements of the rectangles, by the caller's promise.
    match (from.strides, to.strides) {
        ([_, 1], [_, 1]) => {
            for row in 0..rows {
                let (from, to) = (from.at::<E>([row, 0]), to.at::<E>([row, 0]));
                // SAFETY: see above.
                unsafe {
                    core::ptr::copy_nonoverlapping(
                        from.cast::<u8>(),
                        to.cast(),
                        columns * size_of::<E>(),
                    );
                };
            }
        }
        // SAFETY: see above.
        ([1, _], [_, 1]) => unsafe { copy_transposing::<E>(from, to, streams) },
        // SAFETY: see above.
        ([_, 1], [1, _]) => unsafe {
            copy_transposing::<E>(from.transposed(), to.transposed(), streams);
        },
        // SAFETY: see above.
        _ => unsafe { along_longer_side::<E>(from, to) },
    }
}

/// Copies where columns are contiguous in `from` and rows in `to`.
///
/// # Safety
/// As [`copy`].
unsafe fn copy_transposing<E: Word>(from: Patch, to: Patch, streams: bool) {
    let side = Scratch::LINE / size_of::<E>();
    let [rows, columns] = from.sizes;
    let begun = to.start as usize % Scratch::LINE;
    let before = (side - begun / size_of::<E>()) % side;
    if streams && begun.is_multiple_of(size_of::<E>()) && columns >= before + side {
        let after = columns - (columns - before) % side;
        // Row by row: the neighbours of these elements are written in the same line.
        for (left, right) in [(0, before), (after, columns)] {
            let [from, to] =
                [from, to].map(|patch| patch.part::<E>([0, left], [rows, right - left]));
            // SAFETY: parts of the rectangles.
            unsafe { one_by_one::<E>(from, to) };
        }
        let [from, to] =
            [from, to].map(|patch| patch.part::<E>([0, before], [rows, after - before]));
        // SAFETY: parts of the rectangles, of whole lines.
        return unsafe { stream_transposing::<E>(from, to) };
    }
    // SAFETY: (of both) parts of the rectangles.
    let [down, right] = unsafe { E::transpose(from, to) };
    for (corner, sizes) in
        [([0, right], [down, columns - right]), ([down, 0], [rows - down, columns])]
    {
        let [from, to] = [from, to].map(|patch| patch.part::<E>(corner, sizes));
        // SAFETY: see above.
        unsafe { along_longer_side::<E>(from, to) };
    }
}

/// How many lines are transposed in the cache before they are written past it.
const STAGED_LINES: usize = 256;

/// As [`copy_transposing`] past the cache.
///
/// # Safety
/// As [`copy`], and the rows of `to` are whole lines of the cache.
#[inline(never)]
unsafe fn stream_transposing<E: Word>(from: Patch, to: Patch) {
    let side = Scratch::LINE / size_of::<E>();
    let mut scratch = Scratch::new();
    // Along the lines that are read, which the machine then fetches ahead.
    for left in (0..to.sizes[1]).step_by(side) {
        for top in (0..to.sizes[0]).step_by(STAGED_LINES) {
            let sizes = [STAGED_LINES.min(to.sizes[0] - top), side];
            let [from, to] = [from, to].map(|patch| patch.part::<E>([top, left], sizes));
            let staged = Patch::dense(scratch.part(0), sizes);
            // SAFETY: a part of the rectangle, and room for it.
            unsafe { copy_transposing::<E>(from, staged, false) };
            for row in 0..sizes[0] {
                let (line, place) = (staged.at::<E>([row, 0]), to.at::<E>([row, 0]));
                // SAFETY: lines of the cache.
                unsafe { stream_line(line.cast(), place.cast()) };
            }
        }
    }
}

fn is_further(stride: isize, other: isize) -> bool {
    stride.unsigned_abs() > other.unsigned_abs()
}

/// Copies the whole squares of `SIDE` elements: calls `square` with where each starts in both, and how far its
/// columns, and rows, are apart; returns how many rows and columns those are.
///
/// They follow each other along the lines that are further apart, those that are read if there is a choice,
/// which the machine then fetches ahead: in tiles that are one line of the cache long, so that lines are read
/// and written whole. Of a matrix whose rows are a power of two apart, few lines stay in the cache together.
#[inline(always)]
pub(super) fn in_squares<const SIDE: usize, E: Copy>(
    from: Patch,
    to: Patch,
    square: impl Fn(*const E, isize, *mut E, isize),
) -> [usize; 2] {
    let [down, right] = from.sizes.map(|size| size / SIDE * SIDE);
    let (columns, rows) = (from.strides[1], to.strides[0]);
    let tile = if is_further(rows, columns) { SIDE } else { Scratch::LINE / size_of::<E>() };
    let along_read = tile > SIDE;
    let (outer, inner) = if along_read { (right, down) } else { (down, right) };
    for far in (0..outer).step_by(tile) {
        for near in (0..inner).step_by(tile) {
            let [top, left] = if along_read { [near, far] } else { [far, near] };
            for column in (left..right.min(left + tile)).step_by(SIDE) {
                for row in (top..down.min(top + tile)).step_by(SIDE) {
                    let (row, column) = (row as isize, column as isize);
                    let at = from.start.cast::<E>().wrapping_offset(row + column * columns);
                    let place = to.start.cast::<E>().wrapping_offset(row * rows + column);
                    square(at, columns, place, rows);
                }
            }
        }
    }
    [down, right]
}

/// Writes a line of the cache past the cache.
///
/// # Safety
/// Both are lines of the cache; the first one may be read, the second one written.
#[inline(always)]
unsafe fn stream_line(from: *const u8, to: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    for at in (0..Scratch::LINE).step_by(16) {
        use core::arch::x86_64::{__m128i, _mm_load_si128, _mm_stream_si128};
        // SAFETY: by the caller's promise; lines are aligned.
        let part = unsafe { _mm_load_si128(from.wrapping_add(at).cast()) };
        // SAFETY: the same.
        unsafe { _mm_stream_si128(to.wrapping_add(at).cast::<__m128i>(), part) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: by the caller's promise.
    unsafe {
        core::ptr::copy_nonoverlapping(from, to, Scratch::LINE);
    }
}

/// Copies along the longer side.
///
/// # Safety
/// As [`copy`].
unsafe fn along_longer_side<E: Copy>(from: Patch, to: Patch) {
    let tall = from.sizes[0] > from.sizes[1];
    let (from, to) = if tall { (from.transposed(), to.transposed()) } else { (from, to) };
    // SAFETY: by the caller's promise.
    unsafe { one_by_one::<E>(from, to) };
}

/// Copies row by row.
///
/// # Safety
/// As [`copy`].
unsafe fn one_by_one<E: Copy>(from: Patch, to: Patch) {
    for row in 0..from.sizes[0] {
        let (mut at, mut place) = (from.at::<E>([row, 0]), to.at::<E>([row, 0]));
        for _ in 0..from.sizes[1] {
            // SAFETY: elements of the rectangles, by the caller's promise.
            unsafe { move_one(at, place) };
            at = at.wrapping_offset(from.strides[1]);
            place = place.wrapping_offset(to.strides[1]);
        }
    }
}

/// # Safety
/// The first may be read and the second written.
#[inline(always)]
pub(super) unsafe fn move_one<E: Copy>(from: *const E, to: *mut E) {
    // SAFETY: by the caller's promise.
    let element = unsafe { from.read_unaligned() };
    // SAFETY: the same.
    unsafe { to.write_unaligned(element) };
}
