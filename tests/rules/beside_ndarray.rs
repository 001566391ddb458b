//! What the README says of ndarray: mistakes in axes that compile there and panic at run time. With
//! holor they do not compile: `ui-tests/fail` has a program for each.

use ndarray::{Array1, Array2, Array3, Axis, concatenate};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn panics<R>(f: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}

#[test]
fn ndarray_finds_axes_out_of_range_when_it_runs() {
    let m = Array2::<f32>::zeros((2, 3));
    assert!(panics(|| m.sum_axis(Axis(2))));
    assert!(panics(|| m.index_axis(Axis(2), 0).len()));
    assert!(panics(|| m.clone().invert_axis(Axis(2))));
    assert!(panics(|| m.clone().swap_axes(0, 2)));
    assert!(panics(|| m.clone().insert_axis(Axis(3))));
    assert!(concatenate(Axis(2), &[m.view(), m.view()]).is_err());
}

#[test]
fn ndarray_finds_repeated_axes_when_it_runs() {
    let t = Array3::<f32>::zeros((2, 3, 4));
    assert!(panics(|| t.clone().permuted_axes([0, 1, 1])));
}

#[test]
fn both_find_shapes_that_do_not_broadcast_when_they_run() {
    use holor::prelude::*;
    assert!(panics(|| &Array1::<f32>::zeros(2) + &Array1::<f32>::zeros(3)));
    let (a, b) = (Tensor::<f32, 1>::zeros([2]), Tensor::<f32, 1>::zeros([3]));
    assert!(panics(|| &a + &b) && a.try_add(&b).is_err());
}
