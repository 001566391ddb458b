//! Loops over indices, masks and segments.
//!
//! Elements are slices in row-major order, of shape `[outer, n, inner]` ([`Along`]): an axis, and the sizes
//! before and behind it. All indices are checked before (`first_outside`), but for those of `take` and `take_along`; the
//! bounds of slices are checked again, which costs less than the access. What knows no element type is
//! compiled here, the rest is a few short loops.

use super::dispatch::vectorised_by_256;
use super::elementwise::{AccessTuple, Visit};
use super::fill::{Filler, fill};
use super::prefetch;
use super::send_ptr::SendPtr;
use super::specialize::is_plain;
use super::thresholds::{FEW_TRUE, PREFETCHED_ROWS};
use super::uninit::{UninitVec, filled, with_capacity};
use crate::layout::Layout;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicBool, Ordering};

/// The size of an axis, and the product of the sizes behind it: how far its elements are apart.
#[derive(Clone, Copy)]
pub(crate) struct Along {
    pub(crate) n: usize,
    pub(crate) inner: usize,
}

impl Along {
    pub(crate) fn new(shape: &[usize], axis: usize) -> Self {
        Along { n: shape[axis], inner: shape[axis + 1..].iter().product() }
    }

    /// The number of elements at all indices of the axis and of those behind it.
    fn block(self) -> usize {
        self.n * self.inner
    }
}

/// Returns the position of the first index that is not less than `size`.
pub(crate) fn first_outside(indices: &[usize], size: usize) -> Option<usize> {
    // Without an early exit, the loop vectorises.
    let all_inside = vectorised_by_256(
        #[inline(always)]
        || indices.iter().fold(true, |inside, &index| inside & (index < size)),
    );
    if all_inside { None } else { indices.iter().position(|&index| index >= size) }
}

/// Returns the largest index, or `None` of none.
pub(crate) fn largest(indices: &[usize]) -> Option<usize> {
    let largest = vectorised_by_256(
        #[inline(always)]
        || indices.iter().fold(0, |largest, &index| largest.max(index)),
    );
    (!indices.is_empty()).then_some(largest)
}

/// Clones the elements at some indices of an axis; returns nothing if an index is out of range.
pub(crate) fn take<T: Clone>(from: &[T], along: Along, indices: &[usize]) -> Option<Vec<T>> {
    let is_one = !from.is_empty() && from.len() == along.block();
    if !is_one && first_outside(indices, along.n).is_some() {
        return None;
    }
    if from.is_empty() || indices.is_empty() {
        return Some(Vec::new());
    }
    let (inner, block) = (along.inner, along.block());
    let len = from.len() / along.n * indices.len();
    let is_outside = AtomicBool::new(false);
    let elements = fill(&[from], [len, inner, len * size_of::<T>()], &|from, first, to| {
        if is_one {
            for indices in indices[first..][..to.room() / inner].chunks(INDICES_AHEAD) {
                if first_outside(indices, along.n).is_some() {
                    is_outside.store(true, Ordering::Relaxed);
                    return to.repeat(&from[0][..inner], to.room() / inner);
                }
                take_runs(from[0], inner, indices, to);
            }
            return;
        }
        let mut start = first % indices.len();
        for block in from[0].chunks_exact(block).skip(first / indices.len()) {
            let count = (indices.len() - start).min(to.room() / inner);
            if count == 0 {
                return;
            }
            take_runs(block, inner, &indices[start..][..count], to);
            start = 0;
        }
    });
    (!is_outside.into_inner()).then_some(elements)
}

/// How many indices are looked at before they are used: they stay in the first-level cache. To look at all of them first took
/// 1.5 times as long (`take 1M of 1M f32`).
const INDICES_AHEAD: usize = 1024;

/// Clones runs of elements of a block. Of short ones the length is a constant: a call to copy one takes longer than the
/// copy (measured: 2.5 times as long for two to four floats, 1.3 times for 16).
#[inline(never)]
fn take_runs<T: Clone>(block: &[T], inner: usize, indices: &[usize], to: &mut Filler<'_, T>) {
    macro_rules! of_length {
        ($($N:literal)+) => {
            match inner {
                $($N => {
                    let (runs, _) = block.as_chunks::<$N>();
                    to.extend(indices.iter().map(|&index| runs[index].clone()));
                })+
                _ => {
                    let row = |i: usize| &block[i * inner..][..inner];
                    for (n, &i) in indices.iter().enumerate() {
                        if prefetch::reads_in_order()
                            && let Some(&further) = indices.get(n + PREFETCHED_ROWS)
                        {
                            let row = row(further);
                            prefetch::prefetch(row.as_ptr(), inner);
                            // A row that is not aligned may end in one line more.
                            prefetch::prefetch(row.as_ptr_range().end.wrapping_byte_sub(1), 1);
                        }
                        to.extend_from_slice(row(i));
                    }
                }
            }
        };
    }
    of_length!(1 2 3 4 8 16);
}

/// One of two values. Of built-in numbers a choice between bits: a jump would be mispredicted at every other element of a
/// mask in no order, and floats have no other choice where a loop is not made of vectors (`where_cond, 1M`).
#[inline(always)]
pub(crate) fn choose<T: Clone>(is_first: bool, a: &T, b: &T) -> T {
    macro_rules! of_bits {
        ($($Bits:ty),+) => { $(
            if is_plain::<T>() && size_of::<T>() == size_of::<$Bits>() {
                // SAFETY: the precondition of `read_unaligned`: a number is as many bytes, which may be copied.
                let bits = |x: &T| unsafe { (&raw const *x).cast::<$Bits>().read_unaligned() };
                let mask = <$Bits>::from(is_first).wrapping_neg();
                let bits = bits(a) & mask | bits(b) & !mask;
                // SAFETY: the precondition of `read_unaligned`: the bytes of one of the numbers.
                return unsafe { (&raw const bits).cast::<T>().read_unaligned() };
            }
        )+ };
    }
    of_bits!(u8, u16, u32, u64, u128);
    if is_first { a.clone() } else { b.clone() }
}

/// Collects the results of `f` for the items of every index and some scalars, on several threads if the elements are
/// primitive and many. If the elements are primitive, the scalars have to be.
#[inline]
pub(crate) fn compute_with<V: Visit<R>, S, U, const N: usize, const R: usize>(
    operands: V,
    layout: &Layout<R>,
    scalars: [S; N],
    f: impl Fn(V::Items, &[S; N]) -> U + Sync,
) -> Vec<U> {
    assert!(is_plain::<S>() || !V::Accesses::are_plain());
    // Primitive scalars, which every thread may read, or the elements are visited by one thread. Not references: they would
    // be read again after each write.
    let scalars = SendPtr(scalars);
    operands.compute(layout, with_scalars(scalars, f))
}

/// Of the items alone, and not of the rank, as what is in `operands.rs`.
#[inline(always)]
fn with_scalars<I, S, U, const N: usize>(
    scalars: SendPtr<[S; N]>,
    f: impl Fn(I, &[S; N]) -> U + Sync,
) -> impl Fn(I) -> U + Sync {
    #[inline(always)]
    move |items| {
        // A reference to the whole: the closure would capture the field alone, which is not `Sync`.
        let whole = &scalars;
        f(items, &whole.0)
    }
}

/// Clones the elements at one index of an axis for each index of the result, `[outer, m, inner]`; returns nothing if an
/// index is out of range. To look at the indices before took 1.25 times as long (`take_along_axis, [1000,1000]`).
pub(crate) fn take_along<T: Clone>(
    from: &[T],
    along: Along,
    indices: &[usize],
    result: Along,
) -> Option<Vec<T>> {
    let (len, unit, inner) = (indices.len(), result.block(), along.inner);
    let last = along.n.checked_sub(1).or((len == 0).then_some(0))?;
    let is_outside = AtomicBool::new(false);
    let elements = fill(&[from], [len, unit, len * size_of::<T>()], &|from, first, to| {
        let blocks = from[0].chunks_exact(along.block()).zip(indices.chunks_exact(unit));
        let mut largest = 0;
        for (block, indices) in blocks.skip(first).take(to.room() / unit) {
            if inner == 1 {
                to.extend(indices.iter().map(|&index| {
                    let element = block.get(index);
                    largest = if element.is_some() { largest } else { index };
                    [element.unwrap_or(&block[0]).clone()]
                }));
                continue;
            }
            for row in indices.chunks_exact(inner) {
                to.extend(row.iter().enumerate().map(|(i, &index)| {
                    largest = largest.max(index);
                    [block[index.min(last) * inner + i].clone()]
                }));
            }
        }
        is_outside.fetch_or(largest > last, Ordering::Relaxed);
    });
    (!is_outside.into_inner()).then_some(elements)
}

/// Calls `f` with the element at each index of an axis and with the one of `from`; `indices` and `from` are
/// `[outer, m, inner]`.
pub(crate) fn scatter<T>(
    to: &mut [T],
    along: Along,
    indices: &[usize],
    from: &[T],
    operand: Along,
    mut f: impl FnMut(&mut T, &T),
) {
    if indices.is_empty() {
        return;
    }
    let size = operand.block();
    let parts = indices.chunks_exact(size).zip(from.chunks_exact(size));
    for (block, (indices, from)) in to.chunks_exact_mut(along.block()).zip(parts) {
        match along.inner {
            1 => indices.iter().zip(from).for_each(|(&index, x)| f(&mut block[index], x)),
            inner => {
                for (row, from) in indices.chunks_exact(inner).zip(from.chunks_exact(inner)) {
                    for (i, (&index, x)) in row.iter().zip(from).enumerate() {
                        f(&mut block[index * inner + i], x);
                    }
                }
            }
        }
    }
}

/// Calls `f` with each element at some indices of an axis and with that of `from`, which is
/// `[outer, indices, inner]`.
pub(crate) fn combine<T, U>(
    to: &mut [T],
    along: Along,
    indices: &[usize],
    from: &[U],
    mut f: impl FnMut(&mut T, &U),
) {
    if from.is_empty() {
        return;
    }
    let parts = from.chunks_exact(indices.len() * along.inner);
    vectorised_by_256(
        #[inline(always)]
        || {
            let ahead = prefetch::ahead();
            for (block, from) in to.chunks_exact_mut(along.block()).zip(parts) {
                if along.inner == 1 {
                    indices.iter().zip(from).for_each(|(&index, x)| f(&mut block[index], x));
                    continue;
                }
                for (&index, row) in indices.iter().zip(from.chunks_exact(along.inner)) {
                    prefetch::prefetch_after(row, ahead);
                    let to = &mut block[index * along.inner..][..along.inner];
                    to.iter_mut().zip(row).for_each(|(to, x)| f(to, x));
                }
            }
        },
    );
}

/// Clones the elements where the mask is true.
pub(crate) fn compress<T: Clone>(from: &[T], mask: &[bool]) -> Vec<T> {
    let count = count_true(mask);
    if count == 0 {
        return Vec::new();
    }
    if !is_plain::<T>() {
        let mut kept = with_capacity(count);
        kept.extend(from.iter().zip(mask).filter(|(_, kept)| **kept).map(|(x, _)| x.clone()));
        return kept;
    }
    let mut kept = UninitVec::with_len(count + MASK_BITS);
    let places = kept.places(count + MASK_BITS).0;
    let next = vectorised_by_256(
        #[inline(always)]
        || each_true(mask, places, 0, |i| from[i].clone()),
    );
    assert!(next == count);
    // SAFETY: each of the `count` true elements wrote the next place; numbers are not counted (invariant 4).
    unsafe { kept.finish(count) }
}

/// How many elements of a mask are read together: as many as a byte has bits.
const MASK_BITS: usize = 8;

/// For each byte, the numbers of the bits that are set, from the lowest on: a byte each, and zeros.
static SET_BITS: [u64; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < all.len() {
        let (mut bit, mut kept) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                all[byte] |= bit << (8 * kept);
                kept += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// Writes `f` of the position of each true element of a mask to `to`, from `next` on, and returns the place
/// behind. There are [`MASK_BITS`] more places.
///
/// Without a branch for each element, which is mispredicted for half of those of a random mask: of eight elements,
/// eight places are written, and those past the true ones again by the next eight. Where few are true, one by one.
#[inline(always)]
fn each_true<T>(
    mask: &[bool],
    to: &mut [MaybeUninit<T>],
    mut next: usize,
    f: impl Fn(usize) -> T,
) -> usize {
    let (chunks, rest) = mask.as_chunks::<64>();
    for (chunk, mask) in chunks.iter().enumerate() {
        let (start, (parts, _)) = (chunk * 64, mask.as_chunks::<MASK_BITS>());
        let mut bits = 0_u64;
        for part in parts {
            // The product brings the lowest bit of each byte to the highest byte, each to another place.
            let bytes = u64::from_le_bytes(part.map(u8::from));
            bits = bits >> 8 | bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56 << 56;
        }
        if bits.count_ones() < FEW_TRUE {
            while bits != 0 {
                to[next].write(f(start + bits.trailing_zeros() as usize));
                next += 1;
                bits &= bits - 1;
            }
            continue;
        }
        for (part, byte) in bits.to_le_bytes().into_iter().enumerate() {
            let (set, places) = (SET_BITS[usize::from(byte)], &mut to[next..][..MASK_BITS]);
            for (i, place) in places.iter_mut().enumerate() {
                place.write(f(start + part * MASK_BITS + (set >> (8 * i) & 7) as usize));
            }
            next += byte.count_ones() as usize;
        }
    }
    for (i, &is_true) in rest.iter().enumerate() {
        to[next].write(f(chunks.len() * 64 + i));
        next += usize::from(is_true);
    }
    next
}

/// Returns how many elements are true.
pub(crate) fn count_true(mask: &[bool]) -> usize {
    vectorised_by_256(
        #[inline(always)]
        || {
            // Bytes hold the counts of 255 elements.
            let counts = mask.chunks(255);
            counts.map(|part| usize::from(part.iter().map(|&x| u8::from(x)).sum::<u8>())).sum()
        },
    )
}

/// Returns the positions of the true elements of a mask in row-major order, as one vector for each axis.
pub(crate) fn nonzero(mask: &[bool], shape: &[usize]) -> Vec<Vec<usize>> {
    let Some((&size, outer)) = shape.split_last() else { return Vec::new() };
    let count = count_true(mask);
    let mut found: Vec<Vec<usize>> = outer.iter().map(|_| with_capacity(count)).collect();
    let (mut last, mut next) = (UninitVec::with_len(count + MASK_BITS), 0);
    let (places, mut index) = (last.places(count + MASK_BITS).0, vec![0; outer.len()]);
    for row in mask.chunks_exact(size.max(1)) {
        next = vectorised_by_256(
            #[inline(always)]
            || each_true(row, places, next, |i| i),
        );
        for (found, &i) in found.iter_mut().zip(&index) {
            found.resize(next, i);
        }
        for (i, &size) in index.iter_mut().zip(outer).rev() {
            *i += 1;
            if *i < size {
                break;
            }
            *i = 0;
        }
    }
    assert!(next == count);
    // SAFETY: each of the `count` true elements wrote the next place; numbers are not counted (invariant 4).
    found.push(unsafe { last.finish(count) });
    found
}

/// Counts how often each index comes up; all are less than `len`.
pub(crate) fn count(indices: &[usize], len: usize) -> Vec<usize> {
    let mut counts = filled(0, len);
    for &index in indices {
        counts[index] += 1;
    }
    counts
}
