//! Sets as sorted vectors without equal elements.
//!
//! NaN is not equal to itself, so each one is an element of its own, and they come last.

use super::{argsort_lanes, compare, sort_lanes};
use crate::kernels::keys::{Key, KeyWords, Keys, Kind, words};
use crate::kernels::thresholds::TABLE_OF_SET;
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

/// Whether a set of such elements may have a table.
pub(crate) fn is_integer<T>() -> bool {
    matches!(words::<T>(&mut []), Some((_, Kind::Signed | Kind::Unsigned)))
}

/// Tells of each integer whether a set has it, by a table of all from the least of the set to the largest, if these are
/// few. The numbers are not changed.
pub(crate) fn has_by_table<T>(set: &mut [T], elements: &mut [T]) -> Option<Vec<bool>> {
    let ((set, kind), (elements, _)) = (words(set)?, words(elements)?);
    match (set, elements) {
        (KeyWords::U8(set), KeyWords::U8(elements)) => by_table(set, elements, kind),
        (KeyWords::U16(set), KeyWords::U16(elements)) => by_table(set, elements, kind),
        (KeyWords::U32(set), KeyWords::U32(elements)) => by_table(set, elements, kind),
        (KeyWords::U64(set), KeyWords::U64(elements)) => by_table(set, elements, kind),
        _ => None,
    }
}

fn by_table<K: Key>(set: &[K], elements: &[K], kind: Kind) -> Option<Vec<bool>> {
    let keys = Keys::new(kind, false, false);
    let (mut least, mut most) = (K::max_value(), K::zero());
    for &bits in set {
        let key = keys.encode(bits);
        (least, most) = (least.min(key), most.max(key));
    }
    let last = most.checked_sub(&least)?.to_usize()?;
    if last > TABLE_OF_SET * (set.len() + elements.len()) {
        return None;
    }
    let at = |bits| -> usize { (keys.encode(bits) - least).as_() };
    let mut table = vec![false; last + 1];
    set.iter().for_each(|&bits| table[at(bits)] = true);
    let is_near = |bits| (least..=most).contains(&keys.encode(bits));
    Some(elements.iter().map(|&bits| is_near(bits) && table[at(bits)]).collect())
}
