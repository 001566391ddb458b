//! Lays columns of the right operand out in rows, where its own rows have gaps.
//!
//! Mostly it is a transpose, whose columns have none: four rows are made at a time, of groups of
//! four elements of each column, in registers.

use super::vectors::Vectors;
use core::mem::MaybeUninit;
use pulp::Simd;

/// How many elements of a column are moved at once.
const GROUP: usize = 4;
/// The most lanes of a vector.
const MOST: usize = 16;

/// Copies `columns` columns to rows of `width`, a number of whole vectors, as many as fill `packed`.
///
/// # Safety
/// `b` has initialised elements at these columns and rows.
#[inline(always)]
pub(super) unsafe fn pack<F: Vectors, S: Simd>(
    simd: S,
    b: *const F,
    [down, right]: [isize; 2],
    columns: usize,
    width: usize,
    packed: &mut [MaybeUninit<F>],
) {
    let lanes = F::lanes::<S>();
    let rows = packed.len() / width;
    let (mut by_fours, mut whole) = (0, 0);
    if down == 1 && keeps_order::<F, S>(simd) {
        (by_fours, whole) = (rows / GROUP * GROUP, columns / lanes * lanes);
        for row in (0..by_fours).step_by(GROUP) {
            for column in (0..whole).step_by(lanes) {
                // SAFETY: an element of `b`, at the top of four by so many that it has.
                let b = unsafe { b.offset(row as isize + column as isize * right) };
                let packed = &mut packed[row * width + column..][..3 * width + lanes];
                // SAFETY: as above; there is room for the last of the rows, just checked.
                unsafe { pack_group::<F, S>(simd, b, right, packed.as_mut_ptr(), width) };
            }
        }
    }
    for i in if whole == columns { by_fours } else { 0 }..rows {
        let left = if i < by_fours { whole } else { 0 };
        let row = &mut packed[i * width + left..][..columns - left];
        for (j, place) in row.iter_mut().enumerate() {
            let at = i as isize * down + (left + j) as isize * right;
            // SAFETY: an element of a row and a column.
            let from = unsafe { b.offset(at) };
            // SAFETY: as above.
            place.write(unsafe { *from });
        }
    }
}

/// Copies four elements of each of a vector of columns.
///
/// # Safety
/// `b` has them, those of a column next to each other, and there are four rows of places.
#[inline(always)]
unsafe fn pack_group<F: Vectors, S: Simd>(
    simd: S,
    b: *const F,
    right: isize,
    packed: *mut MaybeUninit<F>,
    width: usize,
) {
    let groups: [F::Vector<S>; GROUP] = core::array::from_fn(|r| {
        let mut vector = MaybeUninit::<F::Vector<S>>::uninit();
        for g in 0..F::lanes::<S>() / GROUP {
            // SAFETY: the first element of a column.
            let from = unsafe { b.offset((g * GROUP + r) as isize * right) };
            // SAFETY: four elements of the column.
            let group = unsafe { from.cast::<[F; GROUP]>().read_unaligned() };
            // SAFETY: a group of lanes of the vector.
            let to = unsafe { vector.as_mut_ptr().cast::<[F; GROUP]>().add(g) };
            // SAFETY: as above.
            unsafe { to.write(group) };
        }
        // SAFETY: all groups of lanes were written.
        unsafe { vector.assume_init() }
    });
    for (i, row) in F::regroup(simd, groups).into_iter().enumerate() {
        // SAFETY: one of four rows of places.
        let to = unsafe { packed.add(i * width) };
        // SAFETY: as above.
        unsafe { to.cast::<F::Vector<S>>().write_unaligned(row) };
    }
}

/// Whether [`Vectors::regroup`] leaves column `4 * g + r` in its place if it comes as group `g` of
/// vector `r`: asked of the operation itself, which is free to choose. The compiler knows the answer.
#[inline(always)]
fn keeps_order<F: Vectors, S: Simd>(simd: S) -> bool {
    let lanes = F::lanes::<S>();
    if lanes > MOST || !lanes.is_multiple_of(GROUP) {
        return false;
    }
    let groups: [F::Vector<S>; GROUP] = core::array::from_fn(|r| {
        let numbers: [F; MOST] =
            core::array::from_fn(|lane| F::small((lane / GROUP * GROUP + r) as u8));
        // SAFETY: no more lanes than elements.
        unsafe { (&raw const numbers).cast::<F::Vector<S>>().read_unaligned() }
    });
    let [first, ..] = F::regroup(simd, groups);
    let mut numbers = [F::ZERO; MOST];
    // SAFETY: no more lanes than elements.
    unsafe { (&raw mut numbers).cast::<F::Vector<S>>().write_unaligned(first) };
    numbers.iter().enumerate().take(lanes).all(|(lane, &number)| number == F::small(lane as u8))
}
