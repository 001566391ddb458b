//! Elements with an index for each axis.

use super::{below, counted, text};
use crate::disguise::disguises;
use crate::fixtures::{Case, Data, load};
use crate::oracle::Oracle;
use holor::prelude::*;

fn check<const R: usize, const K: usize>(shape: [usize; R], sizes: [usize; K])
where
    Last: AxisOf<R>,
{
    let (x, new) = (counted(shape, 0), counted(sizes, 999));
    // Each axis has indices of its own.
    let indices: [Tensor<usize, K>; R] =
        std::array::from_fn(|axis| below(sizes, 97).map(|i| (i * (axis + 3)) % shape[axis].max(1)));
    let at = |place: [usize; K]| indices.each_ref().map(|list| list[place]);
    let expected = Oracle::of(&Tensor::from_fn(sizes, |place| x[at(place)]));
    let written = |add: bool| {
        let mut values = x.to_contiguous();
        for (place, &value) in new.indexed_iter() {
            let old = if add { values[at(place)] } else { 0 };
            values[at(place)] = old + value;
        }
        Oracle::of(&values)
    };
    for (name, x) in disguises(&x) {
        for (i, (other, new)) in disguises(&new).into_iter().enumerate() {
            let disguised = indices.each_ref().map(|list| {
                let mut all = disguises(list);
                let i = i % all.len();
                all.swap_remove(i).1
            });
            let indices = disguised.each_ref().map(|list| &**list);
            let context = format!("{shape:?} {name}, {sizes:?} {other}");
            let found = x.take_at(indices);
            assert_eq!(Oracle::of(&found), expected, "{context}");
            assert!(found.is_contiguous() && !found.is_shared(), "{context}");
            let boxed = x.map(|&x| Box::new(x)).take_at(indices);
            assert_eq!(Oracle::of(&boxed.map(|x| **x)), expected, "{context}");
            let mut to = x.clone();
            to.assign_at(indices, &new);
            assert_eq!(Oracle::of(&to), written(false), "{context}");
            let mut to = x.clone();
            to.add_at(indices, &new);
            assert_eq!(Oracle::of(&to), written(true), "{context}");
            // In a mutable view with gaps.
            let mut wide = concat(Last, &[&x, &x]);
            let size = x.shape()[R - 1];
            wide.narrow_mut(Last, 0, size).add_at(indices, &new);
            assert_eq!(Oracle::of(&wide.narrow(Last, 0, size)), written(true), "{context}");
            assert_eq!(Oracle::of(&wide.narrow(Last, size, size)), Oracle::of(&x), "{context}");
        }
    }
}

#[test]
fn places_over_ranks_and_disguises() {
    check::<1, 1>([5], [7]);
    check::<1, 0>([5], []);
    check::<2, 1>([3, 4], [6]);
    check::<2, 2>([3, 4], [2, 3]);
    check::<2, 0>([3, 4], []);
    check::<3, 2>([2, 3, 4], [3, 1]);
    check::<3, 1>([2, 3, 4], [1]);
    check::<2, 1>([3, 4], [0]);
    check::<2, 1>([3, 0], [0]);
    check::<1, 3>([4], [2, 0, 2]);
}

#[test]
fn indices_are_broadcast_and_rank_0_has_one_place() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let (rows, columns) = (tensor![[1], [0]], tensor![[2, 0]]);
    assert_eq!(m.take_at([&rows, &columns]), tensor![[6, 4], [3, 1]]);
    let mut to = m.clone();
    to.add_at([&rows, &columns], 10);
    assert_eq!(to, tensor![[11, 2, 13], [14, 5, 16]]);
    to.assign_at([&rows, &columns], &tensor![[0, 7]]);
    assert_eq!(to, tensor![[7, 2, 0], [7, 5, 0]]);
    // Rows without columns have no places.
    assert_eq!(m.take_at([&rows, &columns.narrow(Last, 0, 0)]).shape(), [2, 0]);
    let mut number = Tensor::scalar(5);
    assert_eq!(number.take_at::<2>([]), tensor![[5]]);
    number.add_at::<_, 0>([], 2);
    assert_eq!(number.item(), 7);
}

#[test]
fn texts() {
    let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    let (rows, columns) = (tensor![0, 1, 1], tensor![2, 0, 3]);
    assert_eq!(
        text(m.try_take_at([&rows, &columns])),
        "take_at: [2, 3] and [3]: index 3 at position 2 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_take_at([&rows, &tensor![1, 1]])),
        "take_at: [3] and [2]: sizes 3 and 2 meet at axis 0 and neither is 1"
    );
    assert_eq!(
        text(m.try_assign_at([&tensor![0, 1], &tensor![0, 0]], &tensor![1, 2, 3])),
        "assign_at: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1"
    );
    let kept = m.to_contiguous();
    assert_eq!(
        text(m.try_add_at([&columns, &rows], 1)),
        "add_at: [2, 3] and [3]: index 2 at position 0 is out of range for axis 0 of size 2"
    );
    assert_eq!(m, kept, "nothing is written before an error");
    // The common shape is checked before there is a buffer for it.
    let zero = Tensor::scalar(0_usize);
    let most = 1_usize << (usize::BITS - 8);
    let (tall, wide) = (zero.broadcast_to([most, 1]), zero.broadcast_to([1, most]));
    assert_eq!(
        text(m.try_take_at([&tall, &wide])),
        format!("take_at: [{most}, {most}]: more elements than memory can address")
    );
}

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.f64s(), data.shape()).unwrap()
}

fn agrees<const R: usize, const K: usize>(case: &Case) {
    let x = floats::<R>(&case.inputs[0]);
    let indices: [Tensor<usize, K>; R] = std::array::from_fn(|axis| {
        let data = &case.inputs[1 + axis];
        let numbers = data.ints().into_iter().map(|i| usize::try_from(i).unwrap()).collect();
        Tensor::from_vec(numbers, data.shape()).unwrap()
    });
    let indices = indices.each_ref().map(|list| &**list);
    if case.name == "take_at" {
        assert_eq!(x.take_at(indices), floats::<K>(&case.outputs[0]), "{case}");
        return;
    }
    let (mut to, y) = (x, floats::<K>(&case.inputs[1 + R]));
    match case.name.as_str() {
        "add_at" => to.add_at(indices, &y),
        _ => to.assign_at(indices, &y),
    }
    assert_eq!(to, floats::<R>(&case.outputs[0]), "{case}");
}

#[test]
fn agrees_with_numpy() {
    let cases = load("index");
    let cases: Vec<&Case> = cases.iter().filter(|case| case.name.ends_with("_at")).collect();
    assert!(cases.len() > 50);
    for case in cases {
        match (case.inputs[0].shape.len(), case.inputs[1].shape.len()) {
            (1, 0) => agrees::<1, 0>(case),
            (1, 1) => agrees::<1, 1>(case),
            (1, 2) => agrees::<1, 2>(case),
            (2, 0) => agrees::<2, 0>(case),
            (2, 1) => agrees::<2, 1>(case),
            (2, 2) => agrees::<2, 2>(case),
            (3, 0) => agrees::<3, 0>(case),
            (3, 1) => agrees::<3, 1>(case),
            (3, 2) => agrees::<3, 2>(case),
            other => panic!("{case}: {other:?}"),
        }
    }
}
