//! Reads and writes at indices, and mutable views of different ones.

use super::{below, counted};
use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::operand::TakeIndices;
use holor::prelude::*;

/// What `take` gives: the indices of the result are those of the axes before, of the indices, and of the
/// axes behind.
fn expected_take<T: Clone>(x: &Oracle<T>, axis: usize, indices: &Oracle<usize>) -> Oracle<T> {
    let k = indices.shape.len();
    let mut shape = x.shape.clone();
    shape.splice(axis..=axis, indices.shape.iter().copied());
    Oracle::from_fn(&shape, |mut index| {
        let at: Vec<usize> = index.splice(axis..axis + k, []).collect();
        index.insert(axis, *indices.get(&at));
        x.get(&index).clone()
    })
}

fn check_take<A, const R: usize, const K: usize, const O: usize>(
    axis: A,
    shape: [usize; R],
    sizes: [usize; K],
) where
    A: AxisOf<R> + Copy,
    for<'a> &'a Tensor<usize, K>: TakeIndices<R, Output = Rank<O>>,
{
    let (x, indices) = (counted(shape, 0), below(sizes, shape[A::INDEX]));
    let expected = expected_take(&Oracle::of(&x), A::INDEX, &Oracle::of(&indices));
    for (name, x) in disguises(&x) {
        for (other, indices) in disguises(&indices) {
            let result: Tensor<i32, O> = x.take(axis, &indices);
            assert_eq!(Oracle::of(&result), expected, "{shape:?} {name}, {sizes:?} {other}");
            assert!(result.is_contiguous() && !result.is_shared());
        }
        let list = indices.to_vec();
        let by_list = x.take(axis, &list);
        let flat = expected_take(
            &Oracle::of(&x),
            A::INDEX,
            &Oracle { shape: vec![list.len()], values: list.clone() },
        );
        assert_eq!(Oracle::of(&by_list), flat, "{shape:?} {name}");
    }
    for (name, x) in disguises(&x.map(|&x| Box::new(x))) {
        let boxed: Tensor<Box<i32>, O> = x.take(axis, &indices);
        assert_eq!(Oracle::of(&boxed.map(|x| **x)), expected, "{shape:?} {name}, boxed");
    }
}

#[test]
fn take_over_axes_ranks_and_disguises() {
    check_take::<_, 1, 1, 1>(Axis::<0>, [5], [7]);
    check_take::<_, 1, 0, 0>(Axis::<0>, [5], []);
    check_take::<_, 1, 2, 2>(Last, [5], [2, 3]);
    check_take::<_, 2, 1, 2>(Axis::<0>, [3, 4], [5]);
    check_take::<_, 2, 1, 2>(Axis::<1>, [3, 4], [2]);
    check_take::<_, 2, 0, 1>(Axis::<0>, [3, 4], []);
    check_take::<_, 2, 3, 4>(Back::<2>, [3, 2], [2, 1, 2]);
    check_take::<_, 3, 1, 3>(Axis::<1>, [2, 3, 4], [6]);
    check_take::<_, 3, 2, 4>(Axis::<2>, [2, 3, 4], [2, 2]);
    check_take::<_, 2, 1, 2>(Axis::<0>, [3, 4], [0]);
    check_take::<_, 2, 1, 2>(Axis::<1>, [0, 4], [3]);
    check_take::<_, 2, 1, 2>(Axis::<0>, [0, 4], [0]);
    check_take::<_, 3, 1, 3>(Axis::<1>, [2, 3, 0], [2]);
    // Many elements behind few indices: part by part. Of a few more, and of parts that are far from each other, everything
    // is copied first.
    for few in [1, 2, 3, 4, 9, 40] {
        check_take::<_, 2, 1, 2>(Axis::<0>, [6, 300], [few]);
        check_take::<_, 2, 1, 2>(Axis::<0>, [40, 90], [few]);
        check_take::<_, 2, 1, 2>(Axis::<1>, [90, 40], [few]);
        check_take::<_, 1, 1, 1>(Axis::<0>, [1000], [few]);
    }
    // Rows of lengths that have a loop of their own, and others.
    for inner in [1, 2, 3, 4, 5, 8, 16, 17, 32, 33, 64, 65, 96, 128] {
        check_take::<_, 3, 1, 3>(Axis::<1>, [2, 3, inner], [5]);
    }
}

#[test]
fn take_infers_and_takes_lists_of_all_kinds() {
    let v = tensor![10, 20, 30];
    assert_eq!(v.take(Axis::<0>, &[0]), tensor![10]);
    assert_eq!(v.take(Axis::<0>, [2, 2]), tensor![30, 30]);
    assert_eq!(v.take(Axis::<0>, &vec![1]), tensor![20]);
    assert_eq!(v.take(Axis::<0>, &[1, 2][..]), tensor![20, 30]);
    assert_eq!(v.take(Axis::<0>, &[]).len(), 0);
    assert_eq!(v.take(Axis::<0>, tensor![[1], [0]]), tensor![[20], [10]]);
    assert_eq!(v.take(Axis::<0>, tensor![1, 2].view()), tensor![20, 30]);
    assert_eq!(v.take(Axis::<0>, &tensor![1, 2].flip(Last)), tensor![30, 20]);
    assert_eq!(v.take(Axis::<0>, &Tensor::scalar(1)).item(), 20);
    let words = tensor!["a".to_string(), "b".to_string()];
    assert_eq!(words.take(Axis::<0>, &[1, 1, 0]), tensor!["b", "b", "a"].map(|x| x.to_string()));
}

#[test]
fn take_along_axis_and_scatter_are_inverse() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R], size: usize)
    where
        Last: AxisOf<R>,
    {
        let mut sizes = shape;
        sizes[A::INDEX] = size;
        let (x, indices) = (counted(shape, 0), below(sizes, shape[A::INDEX]));
        let (of_x, at) = (Oracle::of(&x), Oracle::of(&indices));
        let expected = Oracle::from_fn(&sizes, |mut index| {
            index[A::INDEX] = *at.get(&index);
            *of_x.get(&index)
        });
        let written = |add: bool| {
            let mut values = Tensor::from_vec(of_x.values.clone(), shape).unwrap();
            for (position, index) in crate::oracle::indices(&sizes).into_iter().enumerate() {
                let mut place = index.clone();
                place[A::INDEX] = *at.get(&index);
                let place: [usize; R] = place.try_into().unwrap();
                let old = if add { values[place] } else { 0 };
                values[place] = old + 1000 + position as i32;
            }
            Oracle::of(&values)
        };
        let new = counted(sizes, 999);
        for (name, x) in disguises(&x) {
            for (other, indices) in disguises(&indices) {
                let context = format!("{shape:?} {name}, {sizes:?} {other}");
                let result = x.take_along_axis(axis, &indices);
                assert_eq!(Oracle::of(&result), expected, "{context}");
                let boxed = x.map(|&x| Box::new(x)).take_along_axis(axis, &indices);
                assert_eq!(Oracle::of(&boxed.map(|x| **x)), expected, "{context}");
                for (_, new) in disguises(&new) {
                    let mut to = x.clone();
                    to.scatter(axis, &indices, &new);
                    assert_eq!(Oracle::of(&to), written(false), "{context}");
                    let mut to = x.clone();
                    to.scatter_add(axis, &indices, &new);
                    assert_eq!(Oracle::of(&to), written(true), "{context}");
                }
                assert_eq!(Oracle::of(&x), of_x, "a clone does not see a write");
                // In a mutable view with gaps.
                let mut wide = concat(Last, &[&x, &x]);
                let size = x.shape()[R - 1];
                wide.narrow_mut(Last, 0, size).scatter(axis, &indices, &new);
                assert_eq!(Oracle::of(&wide.narrow(Last, 0, size)), written(false), "{context}");
                assert_eq!(Oracle::of(&wide.narrow(Last, size, size)), of_x, "{context}");
                let mut boxes = x.map(|&x| Box::new(x));
                boxes.scatter(axis, &indices, new.map(|&x| Box::new(x)));
                assert_eq!(Oracle::of(&boxes.map(|x| **x)), written(false), "{context}");
            }
        }
    }
    check(Axis::<0>, [5], 4);
    check(Axis::<0>, [2, 3], 3);
    check(Axis::<1>, [2, 3], 2);
    check(Last, [2, 3, 2], 3);
    check(Axis::<1>, [2, 3, 2], 1);
    check(Axis::<0>, [2, 2, 2], 0);
    check(Axis::<0>, [3, 0], 2);
    check(Axis::<1>, [0, 3], 2);
}

#[test]
fn index_assign_and_index_add_over_disguises() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R], list: &[usize])
    where
        Last: AxisOf<R>,
    {
        let mut sizes = shape;
        sizes[A::INDEX] = list.len();
        let (x, new) = (counted(shape, 0), counted(sizes, 999));
        let written = |add: bool| {
            let mut values = x.to_contiguous();
            for (index, &value) in new.indexed_iter() {
                let mut place = index;
                place[A::INDEX] = list[index[A::INDEX]];
                let old = if add { values[place] } else { 0 };
                values[place] = old + value;
            }
            Oracle::of(&values)
        };
        for (name, x) in disguises(&x) {
            for (other, new) in disguises(&new) {
                let context = format!("{shape:?} {name}, {list:?} {other}");
                let mut to = x.clone();
                to.index_assign(axis, list, &new);
                assert_eq!(Oracle::of(&to), written(false), "{context}");
                let mut to = x.clone();
                to.index_add(axis, list, &new);
                assert_eq!(Oracle::of(&to), written(true), "{context}");
                let mut wide = concat(Last, &[&x, &x]);
                let size = x.shape()[R - 1];
                wide.narrow_mut(Last, 0, size).index_add(axis, list, &new);
                assert_eq!(Oracle::of(&wide.narrow(Last, 0, size)), written(true), "{context}");
                assert_eq!(Oracle::of(&wide.narrow(Last, size, size)), Oracle::of(&x), "{context}");
                let mut boxes = x.map(|&x| Box::new(x));
                boxes.index_assign(axis, list, new.map(|&x| Box::new(x)));
                assert_eq!(Oracle::of(&boxes.map(|x| **x)), written(false), "{context}");
            }
        }
    }
    check(Axis::<0>, [4], &[3, 0, 3]);
    check(Axis::<0>, [3, 2], &[2, 1]);
    check(Axis::<1>, [3, 2], &[1, 1, 0]);
    check(Axis::<1>, [2, 3, 2], &[2, 0]);
    check(Axis::<0>, [3, 2], &[]);
    check(Axis::<0>, [3, 0], &[1]);
    check(Axis::<1>, [0, 3], &[1, 2]);
    let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    m.index_add(Axis::<1>, &tensor![2, 2], 1); // a number
    m.index_assign(Axis::<1>, [0], &tensor![[5], [6]]);
    m.index_add(Axis::<0>, [1], &tensor![1, 1, 1]); // fewer axes
    assert_eq!(m, tensor![[5, 0, 2], [7, 1, 3]]);
}

#[test]
fn disjoint_views_over_disguises() {
    let x = counted([4, 3], 0);
    for (name, mut x) in disguises(&x) {
        let before = x.clone();
        {
            let [mut a, mut b, c] = x.index_axis_disjoint_mut(Axis::<0>, [3, 0, 1]);
            a += &c;
            b.fill(-1);
        }
        let rows =
            [tensor![-1, -1, -1].view(), before.row(1), before.row(2)].map(|row| row.to_owned());
        let [first, second, third] = rows;
        let last = before.row(3) + before.row(1);
        assert_eq!(x, stack(Axis::<0>, &[first, second, third, last]), "{name}");
        let [] = x.index_axis_disjoint_mut(Axis::<1>, []);
        let [mut one] = x.index_axis_disjoint_mut(Last, [2]);
        one.fill(9);
        assert_eq!(x.column(2), tensor![9, 9, 9, 9], "{name}");
    }
    let mut empty = Tensor::<i32, 2>::zeros([2, 0]);
    let [a, b] = empty.index_axis_disjoint_mut(Axis::<0>, [1, 0]);
    assert!(a.is_empty() && b.is_empty());
}
