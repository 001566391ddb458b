//! Elements by masks.

use super::{below, counted};
use crate::disguise::disguises;
use crate::oracle::{Oracle, indices};
use holor::prelude::*;

fn mask_of<const R: usize>(shape: [usize; R], kind: usize) -> Tensor<bool, R> {
    below(shape, 6).map(|&x| match kind {
        0 => x % 2 == 0,
        1 => true,
        _ => false,
    })
}

#[test]
fn select_along_each_axis() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R]) {
        for kind in 0..3 {
            let (x, mask) = (counted(shape, 0), mask_of([shape[A::INDEX]], kind));
            let kept: Vec<usize> = (0..mask.len()).filter(|&i| mask[[i]]).collect();
            let mut sizes = shape;
            sizes[A::INDEX] = kept.len();
            let expected = Oracle::from_fn(&sizes, |mut index| {
                index[A::INDEX] = kept[index[A::INDEX]];
                x[index.try_into().unwrap()]
            });
            for (name, x) in disguises(&x) {
                for (other, mask) in disguises(&mask) {
                    let context = format!("{shape:?} {name}, {other}");
                    assert_eq!(Oracle::of(&x.select(axis, &mask)), expected, "{context}");
                    assert_eq!(Oracle::of(&x.select(axis, mask.to_vec())), expected, "{context}");
                    let boxed = x.map(|&x| Box::new(x)).select(axis, &mask);
                    assert_eq!(Oracle::of(&boxed.map(|x| **x)), expected, "{context}");
                }
            }
        }
    }
    check(Axis::<0>, [0]);
    check(Axis::<0>, [1]);
    check(Axis::<0>, [300]);
    check(Axis::<0>, [4, 3]);
    check(Axis::<1>, [4, 3]);
    check(Axis::<1>, [2, 5, 2]);
    check(Last, [0, 3]);
    check(Axis::<0>, [3, 0]);
}

#[test]
fn masks_of_the_elements() {
    fn check<const R: usize, const B: usize>(shape: [usize; R], sizes: [usize; B])
    where
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        for kind in 0..3 {
            let (x, mask) = (counted(shape, 0), mask_of(sizes, kind));
            let is_kept = |index: &[usize]| {
                let place =
                    std::array::from_fn(
                        |axis| {
                            if sizes[axis] == 1 { 0 } else { index[R - B + axis] }
                        },
                    );
                mask[place]
            };
            let at = |index: &Vec<usize>| x[index.clone().try_into().unwrap()];
            let kept: Vec<i32> =
                indices(&shape).iter().filter(|index| is_kept(index)).map(at).collect();
            let filled =
                Oracle::from_fn(&shape, |index| if is_kept(&index) { -7 } else { at(&index) });
            let new = counted(shape, 999);
            let assigned = Oracle::from_fn(&shape, |index| {
                if is_kept(&index) { new[index.try_into().unwrap()] } else { at(&index) }
            });
            for (name, x) in disguises(&x) {
                for (other, mask) in disguises(&mask) {
                    let context = format!("{shape:?} {name}, {sizes:?} {other}");
                    assert_eq!(x.mask_select(&mask).to_vec(), kept, "{context}");
                    assert_eq!(Oracle::of(&x.mask_fill(&mask, -7)), filled, "{context}");
                    let mut to = x.clone();
                    to.assign_where(&mask, -7);
                    assert_eq!(Oracle::of(&to), filled, "{context}");
                    let mut to = x.to_contiguous();
                    to.view_mut().assign_where(&mask, &new);
                    assert_eq!(Oracle::of(&to), assigned, "{context}");
                    let mut boxes = x.map(|&x| Box::new(x));
                    let select = boxes.mask_select(&mask).map(|x| **x);
                    assert_eq!(select.to_vec(), kept, "{context}");
                    let fill = boxes.mask_fill(&mask, Box::new(-7)).map(|x| **x);
                    assert_eq!(Oracle::of(&fill), filled, "{context}");
                    boxes.assign_where(&mask, new.map(|&x| Box::new(x)));
                    assert_eq!(Oracle::of(&boxes.map(|x| **x)), assigned, "{context}");
                }
            }
        }
    }
    check([], []);
    check([5], [5]);
    check([5], []);
    check([5], [1]);
    check([0], [0]);
    check([3, 4], [3, 4]);
    check([3, 4], [4]);
    check([3, 4], [3, 1]);
    check([2, 3, 2], [3, 2]);
    check([2, 0, 2], [2]);
    check([40, 11], [40, 11]);
}

#[test]
fn the_arguments_of_assign_where_read_the_tensor() {
    let mut t = tensor![1.0, -2.0, f32::NAN];
    let kept = t.clone();
    t.assign_where(&t.is_nan(), 0.0);
    t.assign_where(&t.less(0.0), &(&t * -1.0));
    assert_eq!(t, tensor![1.0, 2.0, 0.0]);
    assert_eq!(kept[[1]], -2.0);
    let mut part = t.slice_mut(s![1..]);
    part.assign_where(&part.greater(1.0), 9.0);
    assert_eq!(t, tensor![1.0, 9.0, 0.0]);
}

/// Elements are read 64 at a time, and otherwise where few of them are true.
#[test]
fn few_and_many_true_elements() {
    let hash = |i: usize| i.wrapping_mul(2_654_435_761) >> 7;
    for len in [63, 64, 65, 200, 1000] {
        for parts in 0..=24 {
            let is_true = |i: usize| match parts {
                0..=16 => hash(i) % 16 < parts,
                // Whole runs, which begin and end anywhere.
                _ => hash(i / (parts * 4)) % 2 == 0,
            };
            let mask = Tensor::from_fn([len], |[i]| is_true(i));
            let expected: Vec<usize> = (0..len).filter(|&i| is_true(i)).collect();
            let [places] = mask.nonzero();
            assert_eq!(places.to_vec(), expected, "{parts} of 16, {len}");
            let x = Tensor::from_fn([len], |[i]| i as f32);
            let kept: Vec<usize> = x.mask_select(&mask).iter().map(|&x| x as usize).collect();
            assert_eq!(kept, expected, "{parts} of 16, {len}");
        }
    }
}

#[test]
fn nonzero_over_disguises() {
    fn check<const R: usize>(shape: [usize; R]) {
        for kind in 0..3 {
            let mask = mask_of(shape, kind);
            let all: Vec<Vec<usize>> = indices(&shape)
                .into_iter()
                .filter(|index| mask[index.clone().try_into().unwrap()])
                .collect();
            let expected: [Vec<usize>; R] =
                std::array::from_fn(|axis| all.iter().map(|index| index[axis]).collect());
            for (name, mask) in disguises(&mask) {
                let found = mask.nonzero().map(|found| found.to_vec());
                assert_eq!(found, expected, "{shape:?} {name}");
                let numbers = mask.map(|&x| if x { -3.5 } else { -0.0 });
                assert_eq!(numbers.nonzero().map(|found| found.to_vec()), expected, "{name}");
            }
        }
    }
    check([]);
    check([0]);
    check([1]);
    check([70]);
    check([3, 4]);
    check([300, 1]);
    check([1, 300]);
    check([2, 3, 4]);
    check([2, 0, 4]);
    check([2, 3, 0]);
    check([2, 1, 3, 2]);
    // Words: the empty one is zero.
    let [places] = tensor!["", "a", ""].map(|word| word.to_string()).nonzero();
    assert_eq!(places, tensor![1]);
}
