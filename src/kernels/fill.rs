//! Results written from their first element to their last: by one thread, or piece by piece by several.

use super::copy::copy_bytes;
use super::send_ptr::SendPtr;
use super::specialize::is_plain;
use super::threads::{are_several, piece_of, share};
use super::thresholds::COPIED_IN_PARALLEL;
use super::uninit::UninitVec;
use alloc::vec::Vec;
use core::mem::{MaybeUninit, needs_drop};

/// Places that are written one after the other.
pub(super) struct Filler<'a, T> {
    places: &'a mut [MaybeUninit<T>],
    /// How many are written.
    written: &'a mut usize,
}

impl<T: Clone> Filler<'_, T> {
    /// How many places are left.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        self.places.len() - *self.written
    }

    /// Writes arrays one after the other; what there is no room for is left out.
    #[inline(always)]
    pub(super) fn extend<const N: usize>(&mut self, arrays: impl Iterator<Item = [T; N]>) {
        let (places, _) = self.places[*self.written..].as_chunks_mut::<N>();
        let mut count = 0;
        for (places, array) in places.iter_mut().zip(arrays) {
            // One by one: as arrays, two of one element take twice as long.
            for (place, element) in places.iter_mut().zip(array) {
                place.write(element);
                // The next element may panic.
                *self.written += usize::from(const { needs_drop::<T>() });
            }
            count += N;
        }
        *self.written += if const { needs_drop::<T>() } { 0 } else { count };
    }

    #[inline(always)]
    pub(super) fn extend_from_slice(&mut self, elements: &[T]) {
        self.extend_from(elements, false);
    }

    #[inline(always)]
    fn extend_from(&mut self, elements: &[T], repeated: bool) {
        if !is_plain::<T>() {
            return self.extend(elements.iter().map(|element| [element.clone()]));
        }
        let sizes = [size_of_val(elements), size_of_val::<[_]>(self.places)];
        let places = &mut self.places[*self.written..][..elements.len()];
        let (from, to) = (elements.as_ptr().cast(), places.as_mut_ptr().cast());
        // SAFETY: as many places as elements, of numbers, which are copied as bytes (invariant 9).
        unsafe { copy_bytes(from, to, sizes, repeated) };
        *self.written += elements.len();
    }

    /// Writes the elements `count` times.
    pub(super) fn repeat(&mut self, elements: &[T], count: usize) {
        if !is_plain::<T>() {
            return (0..count).for_each(|_| self.extend_from_slice(elements));
        }
        let (first, len) = (self.len(), elements.len() * count);
        self.extend_from(&elements[..elements.len().min(len)], true);
        // Twice as much each time.
        while self.len() - first < len {
            let (done, rest) = self.places.split_at_mut(*self.written);
            let count = (done.len() - first).min(len - (done.len() - first));
            // SAFETY: the leading places are written, one after the other (invariant 4).
            let done = unsafe { done[first..][..count].assume_init_ref() };
            Filler { places: rest, written: &mut 0 }.extend_from(done, true);
            *self.written += count;
        }
    }

    /// The elements from one on that are written.
    #[inline(always)]
    pub(super) fn written_from(&mut self, first: usize) -> &mut [T] {
        let places = &mut self.places[first..*self.written];
        // SAFETY: the leading places are written, one after the other (invariant 4).
        unsafe { places.assume_init_mut() }
    }

    /// How many elements are written.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        *self.written
    }
}

/// Writes what comes of operands from the unit with a number on.
type Fill<'f, T> = dyn Fn(&[&[T]], usize, &mut Filler<'_, T>) + Sync + 'f;

/// Makes a result of `len` elements, of which `f` writes some whole units, from the one with a number on, as many
/// as there is room for. Units of numbers are shared among threads, if this is as much work as to copy so many `bytes`.
///
/// `f` reads elements of `from` only: what it captures can be sent to any thread.
pub(super) fn fill<T: Clone>(from: &[&[T]], sizes: [usize; 3], f: &Fill<'_, T>) -> Vec<T> {
    fill_and_repeat(from, sizes, 1, f)
}

/// As [`fill`], for a result that comes `count` times: all but the first are copies in large pieces, which take half
/// as long as copies of rows. Row: `tile [1000,1000] by [2,2]`.
pub(super) fn fill_and_repeat<T: Clone>(
    from: &[&[T]],
    [len, unit, bytes]: [usize; 3],
    count: usize,
    f: &Fill<'_, T>,
) -> Vec<T> {
    let fill = |from: &[&[T]], first, places: &mut [_], written: &mut _| {
        let mut filler = Filler { places, written };
        f(from, first, &mut filler);
        assert!(filler.room() == 0);
    };
    let all = len * count;
    if all == 0 {
        return Vec::new();
    }
    let mut fresh = UninitVec::with_len(all);
    let (whole, written) = fresh.places(all);
    let (places, copies) = whole.split_at_mut(len);
    if is_plain::<T>() {
        let from = SendPtr(from);
        in_parts(places, unit, bytes, &|at, places| fill(from.get(), at / unit, places, &mut 0));
    } else {
        fill(from, 0, places, written);
    }
    // SAFETY: a filler without room has written all of its places (invariant 4).
    let first = unsafe { places.assume_init_ref() };
    if is_plain::<T>() {
        let first = SendPtr(first);
        in_parts(copies, 1, size_of_val::<[_]>(copies), &|at, places| {
            let (mut filler, first) = (Filler { places, written: &mut 0 }, first.get());
            while filler.room() > 0 {
                let rest = &first[(at + filler.len()) % first.len()..];
                filler.extend_from_slice(&rest[..rest.len().min(filler.room())]);
            }
        });
    } else {
        for (place, element) in copies.iter_mut().zip(first.iter().cycle()) {
            place.write(element.clone());
            // The next clone may panic.
            *written += usize::from(const { needs_drop::<T>() });
        }
    }
    // SAFETY: the precondition of `finish`: all places are written (invariant 4).
    unsafe { fresh.finish(all) }
}

/// Calls `f` with parts of some units each and the position of the first place: on several threads, if this is as
/// much work as to copy so many `bytes`.
fn in_parts<T>(
    places: &mut [MaybeUninit<T>],
    unit: usize,
    bytes: usize,
    f: &(dyn Fn(usize, &mut [MaybeUninit<T>]) + Sync),
) {
    if bytes < COPIED_IN_PARALLEL || !are_several() {
        return f(0, places);
    }
    let (len, part) = (places.len(), piece_of(places.len() / unit) * unit);
    let start = SendPtr(places.as_mut_ptr());
    share((0..len).step_by(part), |at| {
        let start = start.get().wrapping_add(at);
        // SAFETY: these places of the result, which no other thread reaches (invariant 10).
        f(at, unsafe { core::slice::from_raw_parts_mut(start, part.min(len - at)) });
    });
}
