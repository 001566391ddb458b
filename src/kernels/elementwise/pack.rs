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
    streams: bool,
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
        Transfer { copy, streams: streams && cfg!(all(target_arch = "x86_64", not(miri))) }
    }

    pub(super) fn streams(&self) -> bool {
        self.streams
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
    /// The side of the squares that are transposed in registers, or 1.
    const SIDE: usize;

    /// Transposes a square: elements of its columns are contiguous in `from`, of its rows in `to`.
    ///
    /// # Safety
    /// As [`Transfer::copy`].
    unsafe fn square(from: *const Self, columns: isize, to: *mut Self, rows: isize);
}

macro_rules! words {
    ($($Word:ty, $side:literal: $square:ident;)+) => { $(
        impl Word for $Word {
            const SIDE: usize = if cfg!(target_arch = "x86_64") { $side } else { 1 };

            #[inline(always)]
            unsafe fn square(from: *const Self, columns: isize, to: *mut Self, rows: isize) {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: by the caller's promise.
                unsafe { transpose::$square(from, columns, to, rows) };
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = (columns, rows);
                    // SAFETY: by the caller's promise.
                    unsafe { move_one(from, to) };
                }
            }
        }
    )+ };
}

words! {
    u8, 16: of_1_byte;
    u16, 8: of_2_bytes;
    u32, 4: of_4_bytes;
    u64, 2: of_8_bytes;
}

impl Word for [u64; 2] {
    const SIDE: usize = 1;

    #[inline(always)]
    unsafe fn square(from: *const Self, _: isize, to: *mut Self, _: isize) {
        // SAFETY: by the caller's promise.
        unsafe { move_one(from, to) };
    }
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
                    )
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
        _ => unsafe { one_by_one::<E>(from, to) },
    }
}

/// Copies where columns are contiguous in `from` and rows in `to`.
///
/// # Safety
/// As [`copy`].
unsafe fn copy_transposing<E: Word>(from: Patch, to: Patch, streams: bool) {
    let side = Scratch::LINE / size_of::<E>();
    let [rows, columns] = from.sizes;
    // How many columns come before a line of the cache begins, in each row.
    let begun = to.start as usize % Scratch::LINE;
    let in_lines = begun.is_multiple_of(size_of::<E>())
        && (to.strides[0] * size_of::<E>() as isize) % Scratch::LINE as isize == 0;
    let before = if in_lines { (side - begun / size_of::<E>()) % side } else { 0 };
    let mut stage = Stage(MaybeUninit::uninit());
    let (mut left, mut width) =
        (0, if before > 0 { before.min(columns) } else { side.min(columns) });
    while width > 0 {
        let is_whole = streams && in_lines && width == side;
        // Along the lines that are read, which the machine then fetches ahead.
        for top in (0..rows).step_by(side) {
            let sizes = [side.min(rows - top), width];
            let [from, to] = [from, to].map(|patch| patch.part::<E>([top, left], sizes));
            if is_whole {
                let staged = Patch::dense(stage.0.as_mut_ptr().cast(), sizes);
                // SAFETY: by the caller's promise, and the stage has room for a tile.
                unsafe { tile::<E>(from, staged) };
                for row in 0..sizes[0] {
                    // SAFETY: a row of a tile is a line, aligned in both places.
                    unsafe {
                        stream_line(staged.at::<E>([row, 0]).cast(), to.at::<E>([row, 0]).cast())
                    };
                }
            } else {
                // SAFETY: by the caller's promise.
                unsafe { tile::<E>(from, to) };
            }
        }
        left += width;
        width = side.min(columns - left);
    }
}

/// Room for a tile of the smallest elements: 64 lines.
#[repr(align(64))]
struct Stage(MaybeUninit<[u8; Scratch::LINE * Scratch::LINE]>);

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

/// Copies a tile or what is left of one.
///
/// # Safety
/// As [`copy_transposing`].
#[inline(always)]
unsafe fn tile<E: Word>(from: Patch, to: Patch) {
    let [rows, columns] = from.sizes;
    let [down, right] = from.sizes.map(|size| size / E::SIDE * E::SIDE);
    for column in (0..right).step_by(E::SIDE) {
        for row in (0..down).step_by(E::SIDE) {
            let (at, place) = (from.at::<E>([row, column]), to.at::<E>([row, column]));
            // SAFETY: a square of the tile.
            unsafe { E::square(at, from.strides[1], place, to.strides[0]) };
        }
    }
    let rest = [([0, right], [down, columns - right]), ([down, 0], [rows - down, columns])];
    for (corner, sizes) in rest {
        let [from, to] = [from, to].map(|patch| patch.part::<E>(corner, sizes));
        // SAFETY: parts of the rectangles.
        unsafe { one_by_one::<E>(from, to) };
    }
}

/// Copies along the longer side.
///
/// # Safety
/// As [`copy`].
unsafe fn one_by_one<E: Copy>(from: Patch, to: Patch) {
    let tall = from.sizes[0] > from.sizes[1];
    let (from, to) = if tall { (from.transposed(), to.transposed()) } else { (from, to) };
    for row in 0..from.sizes[0] {
        for column in 0..from.sizes[1] {
            // SAFETY: elements of the rectangles, by the caller's promise.
            unsafe { move_one(from.at::<E>([row, column]), to.at::<E>([row, column])) };
        }
    }
}

/// # Safety
/// The first may be read and the second written.
#[inline(always)]
unsafe fn move_one<E: Copy>(from: *const E, to: *mut E) {
    // SAFETY: by the caller's promise.
    let element = unsafe { from.read_unaligned() };
    // SAFETY: the same.
    unsafe { to.write_unaligned(element) };
}
