//! Sets as sorted vectors without equal elements.
//!
//! NaN is not equal to itself, so each one is an element of its own, and they come last.

use super::{argsort_lanes, compare, sort_lanes};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts elements and keeps the first of equal ones.
pub(crate) fn unique<T: PartialOrd>(mut elements: Vec<T>) -> Vec<T> {
    let n = elements.len();
    sort_lanes(&mut elements, n, false);
    elements.dedup_by(|x, kept| x == kept);
    elements
}

/// As [`unique`], with how often each occurs.
pub(crate) fn counted<T: PartialOrd>(mut elements: Vec<T>) -> (Vec<T>, Vec<usize>) {
    let n = elements.len();
    sort_lanes(&mut elements, n, false);
    let counts: Vec<usize> = elements.chunk_by(T::eq).map(<[T]>::len).collect();
    elements.dedup_by(|x, kept| x == kept);
    (elements, counts)
}

/// What is known of the different elements of a vector.
pub(crate) struct Classes {
    /// Where each occurs first.
    pub(crate) first: Vec<usize>,
    pub(crate) counts: Vec<usize>,
    /// For each element of the vector, the number of its class.
    pub(crate) inverse: Vec<usize>,
}

/// Numbers the different elements in order.
pub(crate) fn classes<T: PartialOrd + Clone>(elements: &[T]) -> Classes {
    let n = elements.len();
    let mut order = vec![0; n];
    argsort_lanes(&mut elements.to_vec(), n, false, &mut order);
    let (mut first, mut counts, mut inverse) = (Vec::new(), Vec::new(), vec![0; n]);
    for group in order.chunk_by(|&a, &b| elements[a] == elements[b]) {
        group.iter().for_each(|&position| inverse[position] = first.len());
        first.push(group[0]);
        counts.push(group.len());
    }
    Classes { first, counts, inverse }
}

/// Which elements of two sets are kept: those of the first alone, of both, of the second alone.
pub(crate) type Kept = [bool; 3];

/// Merges two sets.
pub(crate) fn merged<T: PartialOrd>(a: Vec<T>, b: Vec<T>, [left, both, right]: Kept) -> Vec<T> {
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    let mut result = Vec::new();
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return result,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            // Of two NaN neither is the other.
            (Some(x), Some(y)) => match compare(x, y, false) {
                Ordering::Equal if x != y => Ordering::Less,
                order => order,
            },
        };
        let (is_kept, element) = match order {
            Ordering::Less => (left, a.next()),
            Ordering::Greater => (right, b.next()),
            Ordering::Equal => {
                b.next();
                (both, a.next())
            }
        };
        result.extend(element.filter(|_| is_kept));
    }
}

/// Tells whether a set has an element. A NaN is less than nothing and nothing is less than it.
#[inline]
pub(crate) fn has<T: PartialOrd>(set: &[T], element: &T) -> bool {
    let at = set.partition_point(|x| x < element);
    set.get(at).is_some_and(|found| found == element)
}
