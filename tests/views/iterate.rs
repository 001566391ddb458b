//! Iterators that read: against index loops, from both ends, over all disguises.

use holor::prelude::*;
use proptest::array::uniform4;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::iter::FusedIterator;
use std::rc::Rc;

use crate::disguise::disguises;
use crate::oracle::{Oracle, indices};

/// What every iterator of this crate is.
trait Both: DoubleEndedIterator + ExactSizeIterator + FusedIterator + Clone {}
impl<I: DoubleEndedIterator + ExactSizeIterator + FusedIterator + Clone> Both for I {}

/// One call on an iterator.
#[derive(Clone, Copy, Debug)]
enum Call {
    Next,
    NextBack,
    Nth(usize),
    NthBack(usize),
    Rest,
}

/// Makes the calls on the iterator and on a queue, and compares what they give.
fn compare<I: Both, E: Debug>(name: &str, mut iter: I, expected: &[E], calls: &[Call])
where
    I::Item: PartialEq<E> + Debug,
{
    let mut left: VecDeque<&E> = expected.iter().collect();
    let same = |found: Option<I::Item>, expected: Option<&E>, after: &[Call]| {
        let equal = match (&found, expected) {
            (Some(found), Some(expected)) => found == expected,
            (None, None) => true,
            _ => false,
        };
        assert!(equal, "{name}: {found:?} is not {expected:?} after {after:?}");
    };
    for (i, &call) in calls.iter().enumerate() {
        let after = &calls[..=i];
        match call {
            Call::Next => same(iter.next(), left.pop_front(), after),
            Call::NextBack => same(iter.next_back(), left.pop_back(), after),
            Call::Nth(n) => {
                left.drain(..n.min(left.len()));
                same(iter.nth(n), left.pop_front(), after);
            }
            Call::NthBack(n) => {
                left.truncate(left.len().saturating_sub(n));
                same(iter.nth_back(n), left.pop_back(), after);
            }
            Call::Rest => {
                let mut forwards = left.iter();
                iter.clone().for_each(|item| same(Some(item), forwards.next().copied(), after));
                assert!(forwards.next().is_none(), "{name}: fold stops early after {after:?}");
                let mut backwards = left.iter().rev();
                iter.clone()
                    .rfold((), |(), item| same(Some(item), backwards.next().copied(), after));
                assert!(backwards.next().is_none(), "{name}: rfold stops early after {after:?}");
                same(iter.clone().last(), left.back().copied(), after);
                assert_eq!(iter.clone().count(), left.len(), "{name}: count after {after:?}");
            }
        }
        assert_eq!(iter.len(), left.len(), "{name}: len after {after:?}");
        assert_eq!(iter.size_hint(), (left.len(), Some(left.len())), "{name}: after {after:?}");
    }
}

/// Compares with the queue on a fixed list of ways to use an iterator up.
fn exercise<I: Both, E: Debug>(name: &str, make: impl Fn() -> I, expected: &[E])
where
    I::Item: PartialEq<E> + Debug,
{
    let len = expected.len();
    let with_rest = |call| [Call::Rest, call].repeat(len + 3);
    compare(name, make(), expected, &with_rest(Call::Next));
    compare(name, make(), expected, &with_rest(Call::NextBack));
    compare(name, make(), expected, &[Call::Next, Call::NextBack, Call::Rest].repeat(len / 2 + 2));
    for n in 0..len + 2 {
        compare(name, make(), expected, &[Call::Nth(n), Call::Rest].repeat(len / (n + 1) + 2));
        compare(name, make(), expected, &[Call::NthBack(n), Call::Rest].repeat(len / (n + 1) + 2));
        compare(
            name,
            make(),
            expected,
            &[Call::NextBack, Call::Nth(n), Call::Rest, Call::NthBack(n)],
        );
        compare(name, make(), expected, &[Call::Next, Call::NthBack(n), Call::Rest, Call::Nth(n)]);
    }
    compare(name, make(), expected, &[Call::Nth(usize::MAX), Call::Rest, Call::Next]);
    compare(name, make(), expected, &[Call::NthBack(usize::MAX), Call::Rest, Call::Next]);
}

/// Puts `i` before place `axis` of an index.
fn insert<const O: usize, const R: usize>(index: [usize; O], axis: usize, i: usize) -> [usize; R] {
    let mut index = index.to_vec();
    index.insert(axis, i);
    index.try_into().unwrap()
}

fn remove<const R: usize, const O: usize>(mut shape: Vec<usize>, axis: usize) -> [usize; O] {
    assert_eq!(shape.len(), R);
    shape.remove(axis);
    shape.try_into().unwrap()
}

/// Exercises the iterators over elements.
fn elements<const R: usize>(shape: [usize; R]) {
    for t in samples(shape) {
        let oracle = Oracle::of(&t);
        let with_index: Vec<([usize; R], i32)> = indices(&oracle.shape)
            .into_iter()
            .map(|index| (index.as_slice().try_into().unwrap(), *oracle.get(&index)))
            .collect();
        for (name, disguise) in disguises(&t) {
            let name = format!("{name} {shape:?}");
            let values: Vec<&i32> = oracle.values.iter().collect();
            exercise(&name, || disguise.iter(), &values);
            exercise(&name, || (&disguise).into_iter(), &values);
            exercise(&name, || disguise.view().into_iter(), &values);
            exercise(&name, || (&disguise.view()).into_iter(), &values);
            exercise(&name, || (&*disguise).into_iter(), &values);
            let mut written = disguise.to_contiguous();
            let writer = written.view_mut();
            exercise(&name, || (&writer).into_iter(), &values);
            let borrowed: Vec<([usize; R], &i32)> =
                with_index.iter().map(|(index, value)| (*index, value)).collect();
            exercise(&name, || disguise.indexed_iter(), &borrowed);
            assert_eq!(disguise.into_iter().collect::<Vec<_>>(), oracle.values, "{name}");
        }
    }
}

/// Two tensors of a shape: all elements differ; the elements are the same along the first axis, so
/// that one of the disguises repeats it.
fn samples<const R: usize>(shape: [usize; R]) -> [Tensor<i32, R>; 2] {
    let from = |first: usize| {
        let mut count = 0;
        Tensor::from_fn(shape, |index| {
            count += 1;
            if first == 0 { count } else { index.iter().skip(1).fold(0, |n, &i| 10 * n + i as i32) }
        })
    };
    [from(0), from(1)]
}

#[test]
fn elements_of_every_rank() {
    elements([]);
    elements([1]);
    elements([5]);
    elements([0]);
    elements([3, 4]);
    elements([4, 1]);
    elements([1, 3]);
    elements([0, 3]);
    elements([3, 0]);
    elements([2, 3, 2]);
    elements([2, 1, 3]);
    elements([2, 0, 3]);
    elements([2, 1, 2, 3]);
    elements([1, 1, 1, 1, 1]);
}

/// Exercises what goes along one axis.
fn along<A, const R: usize, const O: usize>(axis: A, shape: [usize; R])
where
    A: AxisOf<R, Removed = Rank<O>> + Copy,
{
    for t in samples(shape) {
        let other: [usize; O] = remove::<R, O>(shape.to_vec(), A::INDEX);
        let parts: Vec<Tensor<i32, O>> = (0..shape[A::INDEX])
            .map(|i| Tensor::from_fn(other, |index| t[insert::<O, R>(index, A::INDEX, i)]))
            .collect();
        let lanes: Vec<Tensor<i32, 1>> = indices(&other)
            .into_iter()
            .map(|index| {
                let index: [usize; O] = index.try_into().unwrap();
                Tensor::from_fn([shape[A::INDEX]], |[i]| t[insert::<O, R>(index, A::INDEX, i)])
            })
            .collect();
        for (name, disguise) in disguises(&t) {
            let name = format!("axis {} of {name} {shape:?}", A::INDEX);
            exercise(&name, || disguise.axis_iter(axis), &parts);
            exercise(&name, || disguise.lanes(axis), &lanes);
        }
    }
}

#[test]
fn parts_along_every_axis() {
    along(Axis::<0>, [4]);
    along(Last, [0]);
    for shape in [[2, 3], [1, 3], [3, 1], [0, 2], [2, 0], [0, 0]] {
        along(Axis::<0>, shape);
        along(Axis::<1>, shape);
    }
    for shape in [[2, 3, 2], [3, 1, 2], [1, 1, 2], [0, 2, 2], [2, 0, 2], [2, 2, 0]] {
        along(Axis::<0>, shape);
        along(Back::<2>, shape);
        along(Last, shape);
    }
}

/// Exercises blocks and windows of a size.
fn blocks<const R: usize>(shape: [usize; R], size: [usize; R]) {
    for t in samples(shape) {
        let cut = |counts: [usize; R], step: [usize; R]| -> Vec<Tensor<i32, R>> {
            indices(&counts)
                .into_iter()
                .map(|at| {
                    Tensor::from_fn(size, |inner| {
                        t[std::array::from_fn(|axis| at[axis] * step[axis] + inner[axis])]
                    })
                })
                .collect()
        };
        let chunks = cut(std::array::from_fn(|axis| shape[axis] / size[axis]), size);
        let fits = (0..R).all(|axis| size[axis] <= shape[axis]);
        for (name, disguise) in disguises(&t) {
            let name = format!("{size:?} in {name} {shape:?}");
            exercise(&name, || disguise.exact_chunks(size), &chunks);
            assert_eq!(disguise.try_windows(size).is_ok(), fits, "{name}");
            if fits {
                let counts = std::array::from_fn(|axis| shape[axis] - size[axis] + 1);
                exercise(&name, || disguise.windows(size), &cut(counts, [1; R]));
            }
        }
    }
}

#[test]
fn blocks_and_windows_of_every_size() {
    blocks([], []);
    for size in 1..=7 {
        blocks([6], [size]);
    }
    blocks([0], [2]);
    for size in indices(&[3, 4]) {
        blocks([3, 4], [size[0] + 1, size[1] + 1]);
    }
    blocks([4, 0], [2, 1]);
    blocks([2, 3, 4], [2, 2, 2]);
    blocks([2, 3, 4], [1, 3, 1]);
}

#[test]
fn rows_columns_and_channels() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    exercise("rows", || m.rows(), &[tensor![1, 2, 3], tensor![4, 5, 6]]);
    exercise("columns", || m.columns(), &[tensor![1, 4], tensor![2, 5], tensor![3, 6]]);
    assert_eq!(m.row(1), tensor![4, 5, 6]);
    assert_eq!(m.transpose().row(1), tensor![2, 5]);
    assert_eq!(m.view().column(2), tensor![3, 6]);
    assert!(m.row(0).shares_memory_with(&m));
    let image = tensor![[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    let channels = [tensor![[1, 3], [5, 7]], tensor![[2, 4], [6, 8]]];
    exercise("channels", || image.channels(), &channels);
    assert_eq!(image.channel(1), channels[1]);
}

#[test]
fn errors_say_what_does_not_fit() {
    let m = Tensor::<i32, 2>::zeros([2, 5]);
    let text = |error: Option<ShapeError>| error.unwrap().to_string();
    assert_eq!(
        text(m.try_exact_chunks([2, 0]).err()),
        "exact_chunks: [2, 5] by [2, 0]: a window of 0 does not fit axis 1 of size 5"
    );
    assert_eq!(
        text(m.clone().try_exact_chunks_mut([0, 1]).err()),
        "exact_chunks_mut: [2, 5] by [0, 1]: a window of 0 does not fit axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_windows([3, 1]).err()),
        "windows: [2, 5] by [3, 1]: a window of 3 does not fit axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_windows([1, 0]).err()),
        "windows: [2, 5] by [1, 0]: a window of 0 does not fit axis 1 of size 5"
    );
    assert_eq!(
        text(m.try_row(2).err()),
        "row: [2, 5]: index 2 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_column(5).err()),
        "column: [2, 5]: index 5 is out of range for axis 1 of size 5"
    );
    let image = Tensor::<i32, 3>::zeros([2, 5, 3]);
    assert_eq!(
        text(image.try_channel(3).err()),
        "channel: [2, 5, 3]: index 3 is out of range for axis 2 of size 3"
    );
}

#[test]
#[should_panic(expected = "windows: [4] by [5]: a window of 5 does not fit axis 0 of size 4")]
fn a_window_too_long_panics() {
    let _ = tensor![1, 2, 3, 4].windows([5]);
}

#[test]
#[should_panic(expected = "exact_chunks: [4] by [0]: a window of 0 does not fit axis 0 of size 4")]
fn an_empty_block_panics() {
    let _ = tensor![1, 2, 3, 4].exact_chunks([0]);
}

#[test]
#[should_panic(expected = "row: [1, 2]: index 1 is out of range for axis 0 of size 1")]
fn a_row_out_of_range_panics() {
    let _ = tensor![[1, 2]].row(1);
}

#[test]
fn strides_of_empty_tensors_are_never_stepped_along() {
    let strides = [isize::MIN, 3, isize::MAX];
    let t = TensorView::<i32, 3>::from_slice_strided(&[], [4, 0, 3], strides, usize::MAX).unwrap();
    assert_eq!(t.iter().next(), None);
    assert_eq!(t.indexed_iter().next_back(), None);
    assert_eq!(t.axis_iter(Axis::<0>).map(|part| part.len()).collect::<Vec<_>>(), [0; 4]);
    assert_eq!(t.lanes(Axis::<1>).rev().map(|lane| lane.len()).sum::<usize>(), 0);
    assert_eq!(t.lanes(Axis::<1>).len(), 12);
    assert_eq!(t.lanes(Last).len(), 0);
    assert_eq!(t.exact_chunks([2, 1, 1]).len(), 0);
    assert!(t.axis_iter(Axis::<0>).nth(2).unwrap().is_empty());
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn more_items_than_memory() {
    let ones = Tensor::scalar(1_u8).viewed(|v| v.broadcast_to([1 << 30, 1 << 30]));
    let mut elements = ones.iter();
    assert_eq!(elements.len(), 1 << 60);
    assert_eq!(elements.nth((1 << 60) - 3), Some(&1));
    assert_eq!(elements.count(), 2);
    assert_eq!(ones.indexed_iter().nth((1 << 35) + 7).unwrap().0, [32, 7]);
    assert_eq!(ones.windows([2, 2]).len(), ((1 << 30) - 1) * ((1 << 30) - 1));
    let units = Tensor::from_vec(vec![(); 6], [2, 3]).unwrap();
    assert_eq!(units.transpose().iter().count(), 6);
}

#[test]
fn owned_elements_move_out_if_nobody_else_sees_them() {
    #[derive(Debug)]
    struct Counted(Rc<Cell<usize>>);
    impl Clone for Counted {
        fn clone(&self) -> Self {
            self.0.set(self.0.get() + 1);
            Counted(self.0.clone())
        }
    }
    let clones = Rc::new(Cell::new(0));
    let make = || {
        let elements = (0..4).map(|_| Counted(clones.clone())).collect();
        Tensor::from_vec(elements, [2, 2]).unwrap()
    };
    let mut elements = make().into_iter();
    assert!(elements.next().is_some());
    drop(elements);
    assert_eq!((clones.get(), Rc::strong_count(&clones)), (0, 1));

    let shared = make();
    assert_eq!(shared.clone().into_iter().len(), 4);
    assert_eq!(clones.get(), 4);
    assert_eq!(shared.clone().viewed(|v| v.transpose()).into_iter().count(), 4);
    assert_eq!(clones.get(), 8);
    assert_eq!(shared.transpose().into_iter().map(|x: &Counted| x.0.get()).sum::<usize>(), 32);
    assert_eq!(clones.get(), 8, "a view gives references");
    drop(shared);
    assert_eq!(Rc::strong_count(&clones), 1);
}

#[test]
fn items_outlive_the_view_they_come_from() {
    fn first<'a>(view: TensorView<'a, i32, 2>) -> impl Iterator<Item = &'a i32> {
        view.into_iter().step_by(3)
    }
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let kept: Vec<&i32> = first(m.view()).collect();
    assert_eq!(kept, [&1, &4]);
    let rows: Vec<TensorView<'_, i32, 1>> = m.rows().collect();
    assert_eq!(rows.into_iter().flatten().copied().collect::<Vec<i32>>(), m.to_vec());
}

#[test]
fn debug_lists_what_is_left() {
    let m = tensor![[1, 2], [3, 4]];
    let mut elements = m.iter();
    elements.next();
    assert_eq!(format!("{elements:?}"), "Iter[2, 3, 4]");
    assert_eq!(
        format!("{:?}", m.indexed_iter().clone()),
        "IndexedIter[([0, 0], 1), ([0, 1], 2), ([1, 0], 3), ([1, 1], 4)]"
    );
    assert_eq!(
        format!("{:?}", m.rows().skip(1)),
        "Skip { iter: Views[TensorView<i32, 1> [2] strides [1]\n[1 2], \
         TensorView<i32, 1> [2] strides [1]\n[3 4]], n: 1 }"
    );
    let mut m = m;
    assert_eq!(format!("{:?}", m.iter_mut()), "IterMut { len: 4 }");
    assert_eq!(format!("{:?}", m.indexed_iter_mut()), "IndexedIterMut { len: 4 }");
    assert_eq!(format!("{:?}", m.rows_mut()), "ViewsMut { len: 2 }");
}

#[test]
fn iterators_go_to_other_threads_as_those_of_slices_do() {
    fn travels<I: Send + Sync>(_: &I) {}
    let m = tensor![[1, 2], [3, 4]];
    travels(&m.iter());
    travels(&m.indexed_iter());
    travels(&m.rows());
    travels(&m.lanes(Last));
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => Just(Call::Next),
        4 => Just(Call::NextBack),
        2 => (0..12_usize).prop_map(Call::Nth),
        2 => (0..12_usize).prop_map(Call::NthBack),
        1 => Just(Call::Rest),
    ]
}

proptest! {
    #[test]
    fn any_calls_agree_with_a_queue(
        shape in uniform4(0..5_usize),
        window in uniform4(1..4_usize),
        disguise in any::<proptest::sample::Index>(),
        calls in proptest::collection::vec(call(), 0..40),
    ) {
        for t in samples(shape) {
            let mut all = disguises(&t);
            let (name, t) = all.swap_remove(disguise.index(all.len()));
            let values = Oracle::of(&t).values;
            compare(name, t.iter(), &values.iter().collect::<Vec<_>>(), &calls);
            let with_index: Vec<([usize; 4], &i32)> = indices(&shape)
                .into_iter()
                .map(|index| index.try_into().unwrap())
                .map(|index| (index, t.get(index).unwrap()))
                .collect();
            compare(name, t.indexed_iter(), &with_index, &calls);
            let planes: Vec<_> = (0..shape[2]).map(|i| t.index_axis(Axis::<2>, i)).collect();
            compare(name, t.axis_iter(Axis::<2>), &planes, &calls);
            let counts: Vec<usize> = shape.iter().zip(window).map(|(size, window)| size / window).collect();
            let chunks: Vec<Tensor<i32, 4>> = indices(&counts)
                .iter()
                .map(|at| Tensor::from_fn(window, |inner| t[std::array::from_fn(|axis| at[axis] * window[axis] + inner[axis])]))
                .collect();
            compare(name, t.exact_chunks(window), &chunks, &calls);
        }
    }
}
