//! Walks from both ends: what a vector of all offsets yields.

use super::super::{Indices, Layout, Offsets};
use super::oracle::{indices, offsets, patterns};
use alloc::vec::Vec;

/// Calls that take an iterator apart: from the front, from the back, with skips.
const CALLS: [fn(&mut dyn Ends) -> Option<isize>; 4] =
    [|ends| ends.front(0), |ends| ends.back(0), |ends| ends.front(2), |ends| ends.back(3)];

/// An iterator whose items are counted from both ends.
trait Ends {
    fn front(&mut self, skip: usize) -> Option<isize>;
    fn back(&mut self, skip: usize) -> Option<isize>;
    fn left(&self) -> (usize, Option<usize>);
}

impl<I: DoubleEndedIterator<Item = isize>> Ends for I {
    fn front(&mut self, skip: usize) -> Option<isize> {
        if skip == 0 { self.next() } else { self.nth(skip) }
    }
    fn back(&mut self, skip: usize) -> Option<isize> {
        if skip == 0 { self.next_back() } else { self.nth_back(skip) }
    }
    fn left(&self) -> (usize, Option<usize>) {
        self.size_hint()
    }
}

/// Takes both apart by these calls, to behind their ends; before each call, the rest is folded too.
fn same<I>(found: &I, expected: &[isize], calls: [usize; 3])
where
    I: DoubleEndedIterator<Item = isize> + Clone,
{
    let (mut found, mut expected) = (found.clone(), expected.iter().copied());
    for step in 0..3 * expected.len() + 4 {
        assert_eq!(found.left(), expected.left(), "{calls:?} after {step}");
        assert!(found.clone().fold(Vec::new(), pushed).into_iter().eq(expected.clone()));
        assert!(found.clone().rev().eq(expected.clone().rev()));
        let call = CALLS[calls[step % 3]];
        assert_eq!(call(&mut found), call(&mut expected), "{calls:?} after {step}");
    }
}

/// The offsets of [`Indices`], by its own methods: `map` does not skip.
#[derive(Clone)]
struct Places<const R: usize>(Indices<R>);

impl<const R: usize> Iterator for Places<R> {
    type Item = isize;
    fn next(&mut self) -> Option<isize> {
        self.0.next().map(|place| place.offset)
    }
    fn nth(&mut self, n: usize) -> Option<isize> {
        self.0.nth(n).map(|place| place.offset)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<const R: usize> DoubleEndedIterator for Places<R> {
    fn next_back(&mut self) -> Option<isize> {
        self.0.next_back().map(|place| place.offset)
    }
    fn nth_back(&mut self, n: usize) -> Option<isize> {
        self.0.nth_back(n).map(|place| place.offset)
    }
}

fn pushed(mut all: Vec<isize>, offset: isize) -> Vec<isize> {
    all.push(offset);
    all
}

fn check<const R: usize>(layout: &Layout<R>) {
    let expected: Vec<isize> = offsets(layout).into_iter().map(|offset| offset as isize).collect();
    let (found, places) = (Offsets::new(layout), Indices::new(layout));
    let index = indices(layout.shape());
    assert!(places.clone().map(|place| place.index).eq(index.iter().copied()));
    assert!(places.clone().rev().map(|place| place.index).eq(index.iter().rev().copied()));
    for calls in [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3], [0, 1, 2], [3, 0, 2], [1, 3, 0]] {
        same(&found, &expected, calls);
        same(&Places(places.clone()), &expected, calls);
    }
}

#[test]
fn small_layouts_of_every_pattern() {
    for layout in patterns::<1>(&[0, 1, 2, 5], &[-2, 0, 1, 3]) {
        check(&layout);
    }
    for layout in patterns::<2>(&[0, 1, 2, 3], &[-3, 0, 1, 2]) {
        check(&layout);
    }
    check(&Layout::row_major([]).unwrap());
}

#[test]
fn runs_of_merged_axes() {
    for layout in [
        Layout::row_major([2, 3, 4]).unwrap(),
        Layout::col_major([2, 3, 4]).unwrap(),
        Layout::strided([2, 3, 4], [24, 4, 1], 7).unwrap(),
        Layout::strided([2, 3, 4], [3, 1, 6], 0).unwrap(),
        Layout::strided([2, 3, 4], [-12, 8, 2], 30).unwrap(),
        Layout::strided([3, 1, 4], [5, 99, -1], 3).unwrap(),
    ] {
        check(&layout);
    }
}

/// A skip past everything ends both iterators, and they stay at their end.
#[test]
fn a_skip_of_any_length() {
    let layout = Layout::strided([3, 2], [4, 1], 0).unwrap();
    for skip in [5, 6, 7, 100, usize::MAX] {
        let (mut front, mut back) = (Offsets::new(&layout), Offsets::new(&layout));
        assert_eq!(front.nth(skip), if skip == 5 { Some(9) } else { None });
        assert_eq!(back.nth_back(skip), if skip == 5 { Some(0) } else { None });
        assert_eq!((front.len(), front.next(), front.next_back()), (0, None, None));
        assert_eq!((back.len(), back.next(), back.next_back()), (0, None, None));
        let (mut front, mut back) = (Indices::new(&layout), Indices::new(&layout));
        assert_eq!(front.nth(skip).map(|place| place.offset), (skip == 5).then_some(9));
        assert_eq!(back.nth_back(skip).map(|place| place.offset), (skip == 5).then_some(0));
        assert_eq!((front.len(), back.len()), (0, 0));
        assert!(front.next().is_none() && back.next_back().is_none());
    }
}
