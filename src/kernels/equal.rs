//! Whether two operands hold equal elements, and whether something holds for all.

use super::dispatch::vectorised_by_256;
use super::elementwise::{AccessTuple, Sees::Copies, Visit, of_two};
use super::operand::Source;
use super::send_ptr::SendPtr;
use super::specialize::is_plain;
use super::threads::{are_several, share};
use super::thresholds::REDUCED_ON_THREADS;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

/// Elements that are compared before the comparison may end. It vectorises only without an end at each element.
const COMPARED_BLOCK: usize = 64;
/// Elements that a thread compares before it asks whether another one has found a difference.
const COMPARED_PIECE: usize = 64 << 10;

/// Tells whether the shapes are equal and the elements are, index by index.
///
/// Contiguous operands are compared as slices. The comparison ends at the first difference, of built-in numbers at the
/// end of its block.
#[inline]
pub(crate) fn equal<T: PartialEq<U>, U, const R: usize>(
    left: Source<'_, T, R>,
    right: Source<'_, U, R>,
) -> bool {
    let shape = left.layout().shape();
    if shape != right.layout().shape() {
        return false;
    }
    if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
        return equal_slices(left, right);
    }
    all((left, right), of_two(T::eq))
}

#[inline]
fn equal_slices<T: PartialEq<U>, U>(left: &[T], right: &[U]) -> bool {
    if !is_plain::<T>() || !is_plain::<U>() {
        return left == right;
    }
    let bytes = size_of_val(left) + size_of_val(right);
    // Built-in numbers, which every thread may read.
    let slices = SendPtr((left, right));
    holds_in_pieces(left.len(), bytes, &|piece| {
        let (left, right) = slices.get();
        vectorised_by_256(
            #[inline(always)]
            || {
                let (left, left_tail) = left[piece.clone()].as_chunks::<COMPARED_BLOCK>();
                let (right, right_tail) = right[piece].as_chunks::<COMPARED_BLOCK>();
                left.iter().zip(right).all(|(left, right)| {
                    left.iter()
                        .zip(right)
                        .fold(true, |equal, (left, right)| equal & (left == right))
                }) && left_tail == right_tail
            },
        )
    })
}

/// Tells whether `f` is true of all elements, on several threads if there are many bytes of them. Once it is false of
/// a piece, no other is begun.
#[inline(never)]
fn holds_in_pieces(len: usize, bytes: usize, f: &(dyn Fn(Range<usize>) -> bool + Sync)) -> bool {
    if bytes < REDUCED_ON_THREADS || !are_several() {
        return f(0..len);
    }
    let all = AtomicBool::new(true);
    share((0..len).step_by(COMPARED_PIECE), |start| {
        let piece = start..len.min(start + COMPARED_PIECE);
        if all.load(Ordering::Relaxed) && !f(piece) {
            all.store(false, Ordering::Relaxed);
        }
    });
    all.into_inner()
}

/// Tells whether `f` holds for the items of every index. After the first failure, only items that are built-in numbers
/// are still given to `f`.
#[inline]
pub(crate) fn all<V: Visit<R>, const R: usize>(operands: V, f: impl Fn(V::Items) -> bool) -> bool {
    let mut holds = true;
    let answer = Answer { failures: 0, holds: &mut holds };
    operands.visit(Copies, asking(V::Accesses::are_plain(), answer, f));
    holds
}

/// What the loop calls; not generic over the rank.
#[inline(always)]
fn asking<I>(always: bool, mut answer: Answer<'_>, f: impl Fn(I) -> bool) -> impl FnMut(I) {
    #[inline(always)]
    move |items| {
        let answer = &mut answer;
        if always || answer.failures == 0 {
            answer.failures += usize::from(!f(items));
        }
    }
}

/// An answer that an operation owns, and gives when it goes: behind a reference it would be stored at each element.
/// A sum, because a loop that combines booleans does not vectorise.
struct Answer<'a> {
    failures: usize,
    holds: &'a mut bool,
}

impl Drop for Answer<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.holds = self.failures == 0;
    }
}
