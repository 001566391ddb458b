//! Results put together from parts: side by side, or with a border.

use super::copy;
use super::fresh::{Fresh, with_capacity};
use super::operand::Source;
use super::visit::Visit;
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
    if needs_drop::<T>() || long {
        return in_order(axis, parts, result);
    }
    let mut fresh = Fresh::with_len(result.len());
    let mut start = 0;
    for part in parts {
        let shape = part.layout().shape();
        let place = result.narrow(axis, start, shape[axis]).expect("the sizes add up");
        let (places, _) = fresh.slots(result);
        (places.part(&place), *part).for_each(shape, |(place, element)| {
            place.write(element.clone());
        });
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
        .map(|part| (part.layout().shape()[axis] * inner, Elements::new(*part)))
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
    let mut elements = with_capacity(result.len());
    let shape = source.layout().shape();
    // The axes behind the last one with a border are copied in one go.
    let Some(last) = (0..R).rfind(|&axis| widths[axis] != (0, 0)) else {
        Elements::new(source).append_to(&mut elements, result.len());
        return elements;
    };
    if !source.layout().is_empty() {
        let inner: usize = shape[last + 1..].iter().product();
        let mut source = Elements::new(source);
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
enum Elements<'a, T> {
    /// As they lie in memory, to be cloned.
    InPlace(&'a [T]),
    /// Cloned where they lie otherwise: the planner knows how to walk them.
    Copied(alloc::vec::IntoIter<T>),
}

impl<'a, T: Clone> Elements<'a, T> {
    fn new<const R: usize>(source: Source<'a, T, R>) -> Self {
        match source.as_slice() {
            Some(elements) => Elements::InPlace(elements),
            None => Elements::Copied(copy::to_vec(source).into_iter()),
        }
    }

    #[inline]
    fn append_to(&mut self, to: &mut Vec<T>, len: usize) {
        match self {
            Elements::InPlace(elements) => {
                let (run, rest) = elements.split_at(len);
                to.extend_from_slice(run);
                *elements = rest;
            }
            Elements::Copied(elements) => to.extend(elements.take(len)),
        }
    }
}
