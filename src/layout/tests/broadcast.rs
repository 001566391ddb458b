//! Broadcasting of every small pair of shapes, and windows.

use super::super::{Layout, common_shape, common_shape_of};
use super::oracle::{arrays, at_lowest, check_view, patterns};
use crate::error::{ErrorKind, ShapeError};
use alloc::vec::Vec;
use core::array::from_fn;

const SIZES: [usize; 4] = [0, 1, 2, 3];

/// Puts ones in front, then goes through the pairs of sizes: the common shape, and each axis whose
/// sizes conflict.
fn on_lists(a: &[usize], b: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let rank = a.len().max(b.len());
    let padded = |shape: &[usize]| {
        let mut list = alloc::vec![1; rank - shape.len()];
        list.extend(shape);
        list
    };
    let pairs: Vec<(usize, usize)> = padded(a).into_iter().zip(padded(b)).collect();
    let shape = pairs.iter().map(|&(a, b)| if a == 1 { b } else { a }).collect();
    let fits = |(a, b): (usize, usize)| a == b || a == 1 || b == 1;
    (shape, (0..rank).filter(|&axis| !fits(pairs[axis])).collect())
}

fn all_pairs<const A: usize, const B: usize, const O: usize>() {
    for a in arrays::<usize, A>(&SIZES) {
        for b in arrays::<usize, B>(&SIZES) {
            let (shape, conflicts) = on_lists(&a, &b);
            let common = common_shape::<O>("add", &a, &b);
            assert_eq!(common_shape_of::<O>("add", &[&a, &b]), common);
            match conflicts.first() {
                None => assert_eq!(common.unwrap()[..], shape[..]),
                Some(&axis) => {
                    let error = common.unwrap_err();
                    let ErrorKind::NotBroadcastable { axis: named, .. } = *error.kind() else {
                        panic!("{error}")
                    };
                    assert_eq!(named, axis, "{error}");
                    assert_eq!(error.shapes().collect::<Vec<_>>(), [&a[..], &b[..]]);
                }
            }
        }
    }
}

#[test]
fn every_pair_of_shapes() {
    all_pairs::<0, 0, 0>();
    all_pairs::<0, 1, 1>();
    all_pairs::<1, 1, 1>();
    all_pairs::<1, 2, 2>();
    all_pairs::<2, 1, 2>();
    all_pairs::<2, 2, 2>();
    all_pairs::<1, 3, 3>();
    all_pairs::<3, 2, 3>();
    all_pairs::<3, 3, 3>();
}

#[test]
fn many_shapes() {
    assert_eq!(common_shape_of("zip", &[]), Ok([]));
    assert_eq!(common_shape_of("zip", &[&[3]]), Ok([3]));
    assert_eq!(common_shape_of("zip", &[&[4, 1], &[3], &[], &[2, 1, 1]]), Ok([2, 4, 3]));
    let shapes: [&[usize]; 3] = [&[1], &[2], &[3]];
    let kind = ErrorKind::NotBroadcastable { axis: 0, left: 2, right: 3 };
    assert_eq!(common_shape_of::<1>("zip", &shapes), Err(ShapeError::new("zip", &shapes, kind)));
}

fn all_broadcasts<const R: usize, const O: usize>() {
    let added = O - R;
    for shape in arrays::<usize, R>(&SIZES) {
        let layout = at_lowest(shape, from_fn(|axis| 5 - 4 * axis as isize));
        for target in arrays::<usize, O>(&SIZES) {
            let fits = |axis: usize| shape[axis] == target[added + axis] || shape[axis] == 1;
            let got = layout.broadcast_to(target, 8);
            match (0..R).find(|&axis| !fits(axis)) {
                None => check_view(&layout, &got.unwrap(), target, |index| {
                    from_fn(|axis| if shape[axis] == 1 { 0 } else { index[added + axis] })
                }),
                Some(axis) => {
                    let (left, right) = (shape[axis], target[added + axis]);
                    let kind = ErrorKind::NotBroadcastable { axis: added + axis, left, right };
                    let error = ShapeError::new("broadcast_to", &[&shape, &target], kind);
                    assert_eq!(got.unwrap_err(), error);
                }
            }
        }
    }
}

#[test]
fn every_broadcast() {
    all_broadcasts::<0, 0>();
    all_broadcasts::<0, 2>();
    all_broadcasts::<1, 1>();
    all_broadcasts::<1, 2>();
    all_broadcasts::<2, 2>();
    all_broadcasts::<2, 3>();
    all_broadcasts::<3, 3>();
}

#[test]
#[should_panic(expected = "a broadcast removes no axis")]
fn a_broadcast_keeps_the_rank() {
    let _ = Layout::row_major([1, 1]).unwrap().broadcast_to([1], 1);
}

#[test]
#[should_panic(expected = "the common rank is 1, not 2")]
fn the_common_rank_is_that_of_an_operand() {
    let _ = common_shape::<2>("add", &[1], &[1]);
}

#[test]
fn windows_of_every_size() {
    for layout in patterns::<2>(&[0, 1, 3, 4], &[-5, 0, 1, 4]) {
        let [h, w] = layout.shape();
        for size in arrays::<usize, 2>(&[0, 1, 2, 3, 4, 5]) {
            let [a, b] = size;
            let got = layout.sliding_windows::<4>(size, 8);
            let misfit = (0..2).find(|&i| size[i] == 0 || size[i] > layout.shape()[i]);
            match misfit {
                None => check_view(
                    &layout,
                    &got.unwrap(),
                    [h - a + 1, w - b + 1, a, b],
                    |[i, j, k, l]| [i + k, j + l],
                ),
                Some(axis) => {
                    let kind =
                        ErrorKind::Window { axis, window: size[axis], size: layout.shape()[axis] };
                    let shapes: [&[usize]; 2] = [&layout.shape(), &size];
                    assert_eq!(got.unwrap_err(), ShapeError::new("sliding_windows", &shapes, kind));
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "windows of rank 1 have rank 3")]
fn windows_double_the_rank() {
    let _ = Layout::row_major([4]).unwrap().sliding_windows::<3>([2], 1);
}
