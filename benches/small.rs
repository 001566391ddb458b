//! What does a call cost beyond the work itself?
//!
//! How to run: see `common`.

mod common;

use common::Check::{Exact, Within};
use common::{Group, changing, compare, making, ndarray_of, tensor_of};
use holor::prelude::*;
use ndarray::{Array2, Axis as NdAxis, array, s as nd_s};
use std::hint::black_box;

fn main() {
    common::main("small", &[make_and_add, multiply, reduce, view, row, index]);
}

fn make_and_add(group: &mut Group<'_>) {
    let columns = [
        making("holor", || {
            let n = black_box(1.0_f32);
            &tensor![[n, 2.0], [3.0, 4.0]] + &tensor![[5.0, 6.0], [7.0, n]]
        }),
        making("ndarray", || {
            let n = black_box(1.0_f32);
            &array![[n, 2.0], [3.0, 4.0]] + &array![[5.0, 6.0], [7.0, n]]
        }),
    ];
    compare(group, "make 2x2 and add", Exact, columns);
}

fn multiply(group: &mut Group<'_>) {
    let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 2>([4, 4], seed));
    let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 2>([4, 4], seed));
    let columns = [making("holor", || a.matmul(b)), making("ndarray", || x.dot(y))];
    compare(group, "4x4 matmul", Within(1e-5), columns);
}

fn reduce(group: &mut Group<'_>) {
    let a = &tensor_of::<f64, 2>([3, 4], 1);
    let x = &ndarray_of::<f64, 2>([3, 4], 1);
    let columns = [
        making("holor", || black_box(a).sum(Axis::<0>)),
        making("ndarray", || black_box(x).sum_axis(NdAxis(0))),
    ];
    compare(group, "sum over axis 0, [3,4]", Within(1e-12), columns);
}

/// A view is read at one place, for it to be made at all.
fn view(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 3>([8, 8, 8], 1);
    let x = &ndarray_of::<f32, 3>([8, 8, 8], 1);
    let columns = [
        making("holor", || {
            let v = black_box(a).permute(axes![2, 0, 1]).slice(s![1..7, .., ..;2]);
            black_box(v)[[1, 2, 3]]
        }),
        making("ndarray", || {
            let v = black_box(x).view().permuted_axes([2, 0, 1]);
            let v = v.slice_move(nd_s![1..7, .., ..;2]);
            black_box(v)[[1, 2, 3]]
        }),
    ];
    compare(group, "permute + slice", Exact, columns);
}

/// A view of a row, read at one place.
fn row(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 2>([8, 8], 1);
    let x = &ndarray_of::<f32, 2>([8, 8], 1);
    let at = || black_box(5_usize);
    let columns = [
        making("holor", || black_box(black_box(a).row(at()))[[6]]),
        making("ndarray", || black_box(black_box(x).row(at()))[6]),
    ];
    compare(group, "m.row(i)", Exact, columns);
}

fn index(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 2>([8, 8], 1);
    let x = &ndarray_of::<f32, 2>([8, 8], 1);
    let at = || black_box([5_usize, 6]);
    let columns =
        [making("holor", || black_box(a)[at()]), making("ndarray", || black_box(x)[at()])];
    compare(group, "t[[i,j]]", Exact, columns);
    let columns = [
        changing("holor", || Tensor::<f32, 2>::zeros([8, 8]), |t| black_box(t)[at()] = 1.0),
        changing("ndarray", || Array2::<f32>::zeros([8, 8]), |t| black_box(t)[at()] = 1.0),
    ];
    compare(group, "t[[i,j]] = x", Exact, columns);
}
