//! Copies of small two-dimensional blocks of plain elements, from and to wherever they lie.

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

/// A block of elements: rows and columns, and how many elements they are apart.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Patch {
    pub(super) start: *mut u8,
    pub(super) strides: [isize; 2],
    pub(super) sizes: [usize; 2],
}

impl Patch {
    /// A block without gaps.
    #[inline]
    pub(super) fn dense(start: *mut u8, sizes: [usize; 2]) -> Self {
        Patch { start, strides: [sizes[1] as isize, 1], sizes }
    }

    #[inline]
    pub(super) fn is_dense(&self) -> bool {
        let [rows, columns] = self.sizes;
        (columns == 1 || self.strides[1] == 1) && (rows == 1 || self.strides[0] == columns as isize)
    }

    /// A part of it, of elements `E`.
    #[inline]
    fn part<E>(&self, [row, column]: [usize; 2], sizes: [usize; 2]) -> Self {
        let offset = row as isize * self.strides[0] + column as isize * self.strides[1];
        let start = self.start.cast::<E>().wrapping_offset(offset).cast();
        Patch { start, strides: self.strides, sizes }
    }

    #[inline]
    fn transposed(&self) -> Self {
        let (strides, sizes) = (self.strides, self.sizes);
        Patch { start: self.start, strides: [strides[1], strides[0]], sizes: [sizes[1], sizes[0]] }
    }
}

/// Copies a block.
///
/// # Safety
/// Both blocks have elements of `size` bytes without padding, of the same number of rows and columns,
/// and do not overlap; those of `to` may be written.
pub(super) unsafe fn transfer(size: isize, from: Patch, to: Patch) {
    let copy = match size {
        1 => copy::<u8>,
        2 => copy::<u16>,
        4 => copy::<u32>,
        8 => copy::<u64>,
        16 => copy::<[u64; 2]>,
        _ => unreachable!("plain elements have 1, 2, 4, 8 or 16 bytes"),
    };
    // SAFETY: by the caller's promise; plain elements of one size may be moved as integers.
    unsafe { copy(from, to) };
}

/// An element that is moved as it is.
trait Word: Copy {
    /// Copies the columns of `from`, whose rows lie side by side, to `to`, whose columns do; returns
    /// how many rows and columns were done.
    ///
    /// # Safety
    /// As [`transfer`].
    #[inline(always)]
    unsafe fn transpose(_: Patch, _: Patch) -> [usize; 2] {
        [0, 0]
    }
}

impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn transpose(from: Patch, to: Patch) -> [usize; 2] {
        // SAFETY: by the caller's promise.
        unsafe { transpose::words_of_4(from, to) }
    }
}
impl Word for u64 {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn transpose(from: Patch, to: Patch) -> [usize; 2] {
        // SAFETY: by the caller's promise.
        unsafe { transpose::words_of_8(from, to) }
    }
}
impl Word for [u64; 2] {}

/// Elements are moved as an `E` of their size, whose alignment they need not have: complex numbers of
/// 8 bytes have that of their parts.
///
/// # Safety
/// As [`transfer`], with elements of `E`'s size.
unsafe fn copy<E: Word>(from: Patch, to: Patch) {
    let [rows, columns] = from.sizes;
    // SAFETY: (of the blocks below) elements of the blocks, by the caller's promise.
    match (from.strides, to.strides) {
        ([_, 1], [_, 1]) => {
            for row in 0..rows {
                let line = |patch: Patch| patch.part::<E>([row, 0], [1, columns]).start;
                let (from, to) = (line(from), line(to));
                // SAFETY: see above.
                unsafe { core::ptr::copy_nonoverlapping(from, to, columns * size_of::<E>()) };
            }
        }
        ([1, _], [_, 1]) => {
            // SAFETY: see above.
            let [down, right] = unsafe { E::transpose(from, to) };
            let rest = [([0, right], [down, columns - right]), ([down, 0], [rows - down, columns])];
            for (corner, sizes) in rest {
                let [from, to] = [from, to].map(|patch| patch.part::<E>(corner, sizes));
                // SAFETY: parts of the blocks.
                unsafe { one_by_one::<E>(from, to) };
            }
        }
        // SAFETY: see above.
        ([_, 1], [1, _]) => unsafe { copy::<E>(from.transposed(), to.transposed()) },
        // SAFETY: see above.
        _ => unsafe { one_by_one::<E>(from, to) },
    }
}

/// Copies a block along its longer side.
///
/// # Safety
/// As [`copy`].
unsafe fn one_by_one<E: Copy>(from: Patch, to: Patch) {
    let tall = from.sizes[0] > from.sizes[1];
    let (from, to) = if tall { (from.transposed(), to.transposed()) } else { (from, to) };
    let [rows, columns] = from.sizes;
    for row in 0..rows {
        let line = |patch: Patch| patch.part::<E>([row, 0], [1, columns]).start.cast::<E>();
        let (from_line, to_line) = (line(from), line(to));
        for column in 0..columns as isize {
            // SAFETY: an element of the block, by the caller's promise.
            let element =
                unsafe { from_line.wrapping_offset(column * from.strides[1]).read_unaligned() };
            // SAFETY: a place of the block.
            unsafe { to_line.wrapping_offset(column * to.strides[1]).write_unaligned(element) };
        }
    }
}
