//! Results written from their first element to their last: by one thread, or piece by piece by several.

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

impl<T> Filler<'_, T> {
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
        if const { !needs_drop::<T>() } {
            *self.written += count;
        }
    }

    #[inline(always)]
    pub(super) fn extend_from_slice(&mut self, elements: &[T])
    where
        T: Clone,
    {
        if !is_plain::<T>() {
            return self.extend(elements.iter().map(|element| [element.clone()]));
        }
        let places = &mut self.places[*self.written..][..elements.len()];
        let from = elements.as_ptr().cast();
        // SAFETY: as many places as elements, of numbers, which are copied as bytes (invariant 9).
        unsafe { core::ptr::copy_nonoverlapping(from, places.as_mut_ptr(), elements.len()) };
        *self.written += elements.len();
    }

    /// Writes `count` clones of an element.
    #[inline(always)]
    pub(super) fn extend_with(&mut self, element: &T, count: usize)
    where
        T: Clone,
    {
        for place in &mut self.places[*self.written..][..count] {
            place.write(element.clone());
            // The next clone may panic.
            *self.written += usize::from(const { needs_drop::<T>() });
        }
        if const { !needs_drop::<T>() } {
            *self.written += count;
        }
    }

    /// Writes the elements `count` times.
    pub(super) fn repeat(&mut self, elements: &[T], count: usize)
    where
        T: Clone,
    {
        if !is_plain::<T>() {
            return (0..count).for_each(|_| self.extend_from_slice(elements));
        }
        let (first, len) = (self.len(), elements.len() * count);
        self.extend_from_slice(&elements[..elements.len().min(len)]);
        // Twice as much each time.
        while self.len() - first < len {
            let (done, rest) = self.places.split_at_mut(*self.written);
            let count = (done.len() - first).min(len - (done.len() - first));
            // SAFETY: the leading places are written, one after the other (invariant 4).
            let done = unsafe { done[first..][..count].assume_init_ref() };
            Filler { places: rest, written: &mut 0 }.extend_from_slice(done);
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
pub(super) fn fill<T>(from: &[&[T]], [len, unit, bytes]: [usize; 3], f: &Fill<'_, T>) -> Vec<T> {
    let fill = |from: &[&[T]], first, places: &mut [_], written: &mut _| {
        let mut filler = Filler { places, written };
        f(from, first, &mut filler);
        assert!(filler.room() == 0);
    };
    if len == 0 {
        return Vec::new();
    }
    let mut fresh = UninitVec::with_len(len);
    let (places, written) = fresh.places(len);
    if is_plain::<T>() && bytes >= COPIED_IN_PARALLEL && are_several() {
        let units = piece_of(len / unit);
        let (from, start) = (SendPtr(from), SendPtr(places.as_mut_ptr()));
        share(0..len.div_ceil(units * unit), |piece| {
            let at = piece * units * unit;
            let count = (units * unit).min(len - at);
            let start = start.get().wrapping_add(at);
            // SAFETY: these places of the result, which no other thread reaches (invariant 10).
            let places = unsafe { core::slice::from_raw_parts_mut(start, count) };
            fill(from.get(), piece * units, places, &mut 0);
        });
    } else {
        fill(from, 0, places, written);
    }
    // SAFETY: the precondition of `finish`: a filler without room has written all of its places (invariant 4).
    unsafe { fresh.finish(len) }
}
