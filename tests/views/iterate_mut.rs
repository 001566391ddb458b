//! Iterators that write: every item kept and written through at the same time, over all disguises.
//!
//! Made to be run under miri too, so the shapes are small.

use holor::prelude::*;
use std::cell::Cell;
use std::fmt::Debug;
use std::iter::FusedIterator;

use crate::disguise::disguises;
use crate::oracle::indices;

/// Ways to take the items; under miri, which is slow, two that differ have to do.
const SEEDS: &[usize] = if cfg!(miri) { &[5, 6] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };

trait Both: DoubleEndedIterator + ExactSizeIterator + FusedIterator {}
impl<I: DoubleEndedIterator + ExactSizeIterator + FusedIterator> Both for I {}

/// Takes the items from both ends in turn, some by `nth`, the rest by `fold` or `rfold`; returns
/// them in order. All are alive at the end.
fn gather<I: Both>(mut iter: I, seed: usize) -> Vec<Option<I::Item>> {
    let len = iter.len();
    let mut items: Vec<Option<I::Item>> = (0..len).map(|_| None).collect();
    let (mut front, mut back) = (0, len);
    for step in 0..seed {
        if iter.len() < 3 {
            break;
        }
        match (seed + step) % 4 {
            0 => {
                items[front] = iter.next();
                front += 1;
            }
            1 => {
                back -= 1;
                items[back] = iter.next_back();
            }
            2 => {
                items[front + 1] = iter.nth(1);
                front += 2;
            }
            _ => {
                items[back - 2] = iter.nth_back(1);
                back -= 2;
            }
        }
        assert_eq!(iter.len(), back - front);
    }
    if seed.is_multiple_of(2) {
        iter.for_each(|item| {
            items[front] = Some(item);
            front += 1;
        });
    } else {
        iter.rfold((), |(), item| {
            back -= 1;
            items[back] = Some(item);
        });
    }
    assert_eq!(front, back);
    items
}

/// A tensor that counts from 0, in all disguises but the repeated one, which is no place to write.
fn places<const R: usize>(shape: [usize; R]) -> Vec<(&'static str, Tensor<usize, R>)> {
    let mut count = 0;
    let t = Tensor::from_fn(shape, |_| {
        count += 1;
        count - 1
    });
    disguises(&t).into_iter().filter(|(name, _)| *name != "broadcast").collect()
}

/// Adds 100 to each element of which an item was handed out, and checks which elements those are:
/// `which(position)` tells by the row-major position of an element the position of its item.
fn write<const R: usize>(
    name: &str,
    mut t: Tensor<usize, R>,
    which: impl Fn([usize; R]) -> Option<usize>,
    visit: impl FnOnce(&mut Tensor<usize, R>) -> Vec<bool>,
) {
    let handed_out = visit(&mut t);
    for (position, index) in indices(&t.shape()).into_iter().enumerate() {
        let index: [usize; R] = index.try_into().unwrap();
        let written = which(index).is_some_and(|item| handed_out[item]);
        assert_eq!(t[index], position + 100 * usize::from(written), "{name} {index:?}");
    }
}

fn views<const O: usize>(items: Vec<Option<TensorViewMut<'_, usize, O>>>) -> Vec<bool> {
    let handed_out = items.iter().map(Option::is_some).collect();
    let mut elements: Vec<&mut usize> = items.into_iter().flatten().flatten().collect();
    elements.iter_mut().for_each(|element| **element += 50);
    elements.into_iter().rev().for_each(|element| *element += 50);
    handed_out
}

fn references(mut items: Vec<Option<&mut usize>>) -> Vec<bool> {
    items.iter_mut().flatten().for_each(|element| **element += 50);
    items.iter_mut().rev().flatten().for_each(|element| **element += 50);
    items.iter().map(Option::is_some).collect()
}

fn position<const R: usize>(shape: [usize; R], index: [usize; R]) -> usize {
    index.iter().zip(shape).fold(0, |position, (i, size)| position * size + i)
}

fn elements<const R: usize>(shape: [usize; R]) {
    for &seed in SEEDS {
        for (name, t) in places(shape) {
            write(
                name,
                t.clone(),
                |index| Some(position(shape, index)),
                |t| references(gather(t.iter_mut(), seed)),
            );
            write(
                name,
                t.clone(),
                |index| Some(position(shape, index)),
                |t| references(gather((&mut t.view_mut()).into_iter(), seed)),
            );
            write(
                name,
                t.clone(),
                |index| Some(position(shape, index)),
                |t| references(gather((&mut **t).into_iter(), seed)),
            );
            write(
                name,
                t,
                |index| Some(position(shape, index)),
                |t| {
                    let items = gather(t.indexed_iter_mut(), seed);
                    for (at, item) in items.iter().enumerate() {
                        assert!(item.as_ref().is_none_or(|item| position(shape, item.0) == at));
                    }
                    references(items.into_iter().map(|item| Some(item?.1)).collect())
                },
            );
        }
    }
}

#[test]
fn elements_are_disjoint() {
    elements([]);
    elements([7]);
    elements([0]);
    elements([3, 4]);
    elements([2, 0]);
    elements([2, 3, 2]);
}

fn along<A, const R: usize, const O: usize>(axis: A, shape: [usize; R])
where
    A: AxisOf<R, Removed = Rank<O>> + Copy,
{
    let others = |mut index: Vec<usize>| -> [usize; O] {
        index.remove(A::INDEX);
        index.try_into().unwrap()
    };
    for &seed in SEEDS {
        for (name, t) in places(shape) {
            write(
                name,
                t.clone(),
                |index| Some(index[A::INDEX]),
                |t| views(gather(t.axis_iter_mut(axis), seed)),
            );
            write(
                name,
                t,
                |index| Some(position(others(shape.to_vec()), others(index.to_vec()))),
                |t| views(gather(t.lanes_mut(axis), seed)),
            );
        }
    }
}

#[test]
fn parts_along_an_axis_are_disjoint() {
    along(Axis::<0>, [4]);
    along(Axis::<0>, [3, 4]);
    along(Axis::<1>, [3, 4]);
    along(Axis::<1>, [0, 3]);
    along(Axis::<0>, [0, 3]);
    along(Axis::<1>, [2, 3, 2]);
    along(Last, [2, 3, 2]);
}

fn blocks<const R: usize>(shape: [usize; R], size: [usize; R]) {
    for &seed in SEEDS {
        for (name, t) in places(shape) {
            let counts: [usize; R] = std::array::from_fn(|axis| shape[axis] / size[axis]);
            let which = |index: [usize; R]| {
                let block: [usize; R] = std::array::from_fn(|axis| index[axis] / size[axis]);
                (0..R).all(|axis| block[axis] < counts[axis]).then(|| position(counts, block))
            };
            write(name, t, which, |t| views(gather(t.exact_chunks_mut(size), seed)));
        }
    }
}

#[test]
fn blocks_are_disjoint() {
    blocks([7], [2]);
    blocks([4, 5], [2, 2]);
    blocks([3, 4], [3, 1]);
    blocks([2, 3, 4], [1, 2, 2]);
    blocks([2], [3]);
}

#[test]
fn rows_columns_and_channels_are_written() {
    let mut m = tensor![[1, 2], [3, 4]];
    m.rows_mut().enumerate().for_each(|(i, mut row)| row[[i]] = 0);
    m.columns_mut().next().unwrap()[[1]] = 7;
    assert_eq!(m, tensor![[0, 2], [7, 0]]);
    m.row_mut(0).fill(1);
    m.column_mut(1).fill(2);
    assert_eq!(m, tensor![[1, 2], [7, 2]]);
    let mut image = Tensor::<i32, 3>::zeros([2, 2, 2]);
    image.channels_mut().last().unwrap().fill(1);
    image.channel_mut(0)[[0, 1]] = 5;
    assert_eq!(image, tensor![[[0, 1], [5, 1]], [[0, 1], [0, 1]]]);
}

#[test]
fn what_lies_between_is_left_alone() {
    let mut buffer = [0; 12];
    let mut t = TensorViewMut::from_slice_mut_strided(&mut buffer, [2, 2], [-6, 2], 7).unwrap();
    let mut kept: Vec<&mut i32> = t.iter_mut().collect();
    kept.iter_mut().zip(1..).for_each(|(element, value)| **element = value);
    assert_eq!(buffer, [0, 3, 0, 4, 0, 0, 0, 1, 0, 2, 0, 0]);
    let t = TensorViewMut::from_slice_mut_strided(&mut buffer, [2, 2], [-6, 2], 7).unwrap();
    t.into_iter().rev().for_each(|element| *element += 10);
    assert_eq!(buffer, [0, 13, 0, 14, 0, 0, 0, 11, 0, 12, 0, 0]);
}

#[test]
fn shared_and_repeated_elements_are_copied_first() {
    let mut m = tensor![[1, 2], [3, 4]];
    let other = m.clone();
    m.iter_mut().for_each(|element| *element *= 10);
    assert_eq!((m, other), (tensor![[10, 20], [30, 40]], tensor![[1, 2], [3, 4]]));

    let mut rows = tensor![1, 2].viewed(|v| v.broadcast_to([3, 2]));
    for (i, mut row) in rows.axis_iter_mut(Axis::<0>).enumerate() {
        row[[0]] += 10 * i;
    }
    assert_eq!(rows, tensor![[1, 2], [11, 2], [21, 2]]);
}

#[test]
#[allow(clippy::forget_non_drop, reason = "that forgetting does nothing is what is tested")]
fn forgotten_and_dropped_iterators_leave_the_elements_whole() {
    fn words<const R: usize>(t: &Tensor<String, R>) -> String {
        t.iter().map(String::as_str).collect()
    }
    let mut t =
        tensor![[String::from("a"), String::from("b")], [String::from("c"), String::from("d")]];
    let mut elements = t.iter_mut();
    *elements.next().unwrap() = String::from("x");
    std::mem::forget(elements);
    assert_eq!(words(&t), "xbcd");
    let mut rows = t.axis_iter_mut(Axis::<0>);
    let mut first = rows.next().unwrap();
    drop(rows);
    first[[1]] = String::from("y");
    std::mem::forget(first);
    assert_eq!(words(&t), "xycd");
    let mut owned = t.into_iter();
    assert_eq!(owned.next_back().as_deref(), Some("d"));
    drop(owned);
}

#[test]
fn a_closure_that_panics_leaves_the_elements_whole() {
    for position in 0..6 {
        let mut m = Tensor::<String, 2>::from_fn([2, 3], |index| format!("{index:?}"));
        let expected = m.to_vec();
        let seen = Cell::new(0);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            m.iter_mut().for_each(|element| {
                assert!(seen.replace(seen.get() + 1) != position, "stop");
                element.push('!');
            });
        }));
        assert!(result.is_err());
        for (i, (element, before)) in m.iter().zip(&expected).enumerate() {
            assert_eq!(*element, format!("{before}{}", if i < position { "!" } else { "" }));
        }
    }
}

#[test]
fn parts_are_written_by_several_threads() {
    fn travels<I: Send + Sync + Debug>(_: &I) {}
    let mut m = Tensor::<usize, 2>::zeros([4, 3]);
    travels(&m.iter_mut());
    travels(&m.indexed_iter_mut());
    travels(&m.lanes_mut(Last));
    std::thread::scope(|scope| {
        for (j, mut column) in m.columns_mut().enumerate() {
            scope.spawn(move || column.iter_mut().zip(0..).for_each(|(e, i)| *e = 10 * i + j));
        }
    });
    assert_eq!(m, Tensor::from_fn([4, 3], |[i, j]| 10 * i + j));
}
