//! Results put together from parts: side by side, or with a border.

use super::copy;
use super::elementwise::{Visit, copy_to};
use super::operand::Source;
use super::send_ptr::SendPtr;
use super::specialize::is_plain;
use super::threads;
use super::thresholds::COPIED_IN_PARALLEL;
use super::uninit::{UninitVec, with_capacity};
use crate::layout::Layout;
use alloc::vec::Vec;
use core::mem::needs_drop;

/// From this many bytes on, a run is copied as a slice.
const LONG: usize = 1024;

/// Clones parts side by side along an axis, into row-major order.
///
/// The parts have the shape of `result` but for this axis, along which their sizes add up to its.
pub(crate) fn side_by_side<T: Clone, const R: usize>(
    axis: usize,
    parts: &[Source<'_, T, R>],
    result: &Layout<R>,
) -> Vec<T> {
    // Long runs of parts without gaps: the copying of slices is faster than any loop of ours.
    let run = result.strides()[axis] as usize * size_of::<T>();
    let long = parts
        .iter()
        .all(|part| part.layout().is_contiguous() && run * part.layout().shape()[axis] >= LONG);
    if !is_plain::<T>() && (needs_drop::<T>() || long) {
        return in_order(axis, parts, result);
    }
    let mut fresh = UninitVec::with_len(result.len());
    let mut start = 0;
    for part in parts {
        let shape = part.layout().shape();
        let place = result.narrow(axis, start, shape[axis]).expect("the sizes add up");
        let places = fresh.slots(result).0.part(&place);
        if is_plain::<T>() {
            copy_to(places, *part);
        } else {
            (places, *part).for_each(shape, |(place, element)| {
                place.write(element.clone());
            });
        }
        start += shape[axis];
    }
    assert!(start == result.shape()[axis]);
    // SAFETY: the parts cover the axis without a gap, and each place of each part was written
    // (invariant 3). What `clone` might leave behind when it panics needs no dropping.
    unsafe { fresh.finish(result.len()) }
}

/// As [`side_by_side`], one run after the other. For elements that need dropping: the vector knows
/// at any time which there are.
fn in_order<T: Clone, const R: usize>(
    axis: usize,
    parts: &[Source<'_, T, R>],
    result: &Layout<R>,
) -> Vec<T> {
    let mut elements = with_capacity(result.len());
    if result.is_empty() {
        return elements;
    }
    let inner: usize = result.shape()[axis + 1..].iter().product();
    let mut parts: Vec<_> = parts
        .iter()
        .map(|part| (part.layout().shape()[axis] * inner, RowMajorElements::new(*part)))
        .collect();
    while elements.len() < result.len() {
        for (len, part) in &mut parts {
            part.append_to(&mut elements, *len);
        }
    }
    elements
}

/// Surrounds the elements with a border of clones of `value`: `widths` are the sizes before and
/// after, which with those of the elements make those of `result`.
pub(crate) fn with_border<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    widths: &[(usize, usize); R],
    value: &T,
    result: &Layout<R>,
) -> Vec<T> {
    if is_plain::<T>() && !source.layout().is_empty() {
        return plain_with_border(source, widths, value, result);
    }
    let mut elements = with_capacity(result.len());
    let shape = source.layout().shape();
    // The axes behind the last one with a border are copied in one go.
    let Some(last) = (0..R).rfind(|&axis| widths[axis] != (0, 0)) else {
        RowMajorElements::new(source).append_to(&mut elements, result.len());
        return elements;
    };
    if !source.layout().is_empty() {
        let inner: usize = shape[last + 1..].iter().product();
        let mut source = RowMajorElements::new(source);
        let mut index = [0; R];
        loop {
            let start = (0..=last)
                .map(|axis| (index[axis] + widths[axis].0) * result.strides()[axis] as usize)
                .sum();
            elements.resize(start, value.clone());
            source.append_to(&mut elements, shape[last] * inner);
            if !advance(&mut index[..last], &shape[..last]) {
                break;
            }
        }
    }
    elements.resize(result.len(), value.clone());
    elements
}

/// As [`with_border`] of plain elements, of which there are some: runs of them with what lies before each
/// are written in any order, on several threads if there are many.
fn plain_with_border<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    widths: &[(usize, usize); R],
    value: &T,
    result: &Layout<R>,
) -> Vec<T> {
    let copied;
    let elements = match source.as_slice() {
        Some(elements) => elements,
        None => {
            copied = copy::to_vec(source);
            &copied[..]
        }
    };
    let shape = source.layout().shape();
    let last = (0..R).rfind(|&axis| widths[axis] != (0, 0)).unwrap_or(0);
    let outer = &shape[..last];
    let count: usize = outer.iter().product();
    let run = elements.len() / count;
    // Where the run of an index begins, and which index a run has.
    let start_of = |index: &[usize; R]| -> usize {
        let axes = (0..R.min(last + 1)).map(|axis| (index[axis] + widths[axis].0, axis));
        axes.map(|(i, axis)| i * result.strides()[axis] as usize).sum()
    };
    let index_of = |mut n: usize| {
        let mut index = [0; R];
        for axis in (0..last).rev() {
            (index[axis], n) = (n % shape[axis], n / shape[axis]);
        }
        index
    };
    let mut fresh = UninitVec::with_len(result.len());
    let (mut rest, _) = fresh.places(result.len());
    let is_large = size_of_val(&*rest) >= COPIED_IN_PARALLEL && threads::are_several();
    let size = if is_large { threads::piece_of(count) } else { count };
    // Runs, and the places up to the next piece; before the first run there are places too.
    let mut pieces = Vec::with_capacity(count.div_ceil(size));
    let mut begin = 0;
    for first in (0..count).step_by(size) {
        let end = count.min(first + size);
        let until = if end == count { result.len() } else { start_of(&index_of(end)) };
        let (places, after) = rest.split_at_mut(until - begin);
        pieces.push(SendPtr((first, begin, places, &elements[first * run..end * run])));
        (rest, begin) = (after, until);
    }
    // Plain elements, and each piece has places of its own (invariant 10).
    let value = SendPtr(value);
    threads::share(pieces.into_iter(), |SendPtr((first, begin, mut places, elements))| {
        let value = value.get();
        let mut index = index_of(first);
        let mut done = begin;
        for elements in elements.chunks_exact(run) {
            let start = start_of(&index);
            let (border, after) = places.split_at_mut(start - done);
            let (inside, after) = after.split_at_mut(run);
            border.iter_mut().for_each(|place| _ = place.write(value.clone()));
            inside.iter_mut().zip(elements).for_each(|(place, x)| _ = place.write(x.clone()));
            (places, done) = (after, start + run);
            advance(&mut index[..last], outer);
        }
        places.iter_mut().for_each(|place| _ = place.write(value.clone()));
    });
    // SAFETY: the pieces cover all places, and each writes its own.
    unsafe { fresh.finish(result.len()) }
}

/// Moves to the next index in row-major order; false after the last one.
fn advance(index: &mut [usize], shape: &[usize]) -> bool {
    for (i, &size) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < size {
            return true;
        }
        *i = 0;
    }
    false
}

/// The elements of an operand in row-major order, to be taken in runs.
enum RowMajorElements<'a, T> {
    /// As they lie in memory, to be cloned.
    InPlace(&'a [T]),
    /// Copies, where the elements are non-contiguous.
    Copied(alloc::vec::IntoIter<T>),
}

impl<'a, T: Clone> RowMajorElements<'a, T> {
    fn new<const R: usize>(source: Source<'a, T, R>) -> Self {
        match source.as_slice() {
            Some(elements) => RowMajorElements::InPlace(elements),
            None => RowMajorElements::Copied(copy::to_vec(source).into_iter()),
        }
    }

    #[inline]
    fn append_to(&mut self, to: &mut Vec<T>, len: usize) {
        match self {
            RowMajorElements::InPlace(elements) => {
                let (run, rest) = elements.split_at(len);
                to.extend_from_slice(run);
                *elements = rest;
            }
            RowMajorElements::Copied(elements) => to.extend(elements.take(len)),
        }
    }
}
