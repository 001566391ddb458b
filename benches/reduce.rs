//! How fast are sums, extrema and statistics, of everything and along an axis?
//!
//! How to run: see `common`.

mod common;

use common::Check::{Exact, Within};
use common::{Group, compare, making, ndarray_of, numbers, tensor_of};
use holor::prelude::*;
use ndarray::{Axis as NdAxis, s as nd_s};

fn main() {
    common::main(
        "reduce",
        &[sums, extrema, stepped, along_axes, rows, softmax, layer_norm, running],
    );
}

fn sums(group: &mut Group<'_>) {
    let n = 10_000_000;
    let (a, x) = (&tensor_of::<f32, 1>([n], 1).abs(), &ndarray_of::<f32, 1>([n], 1).abs());
    let columns = [making("holor", || a.sum(All)), making("ndarray", || x.sum())];
    compare(group, "sum f32, 10M", Within(1e-5), columns);
    let (a, x) = (&tensor_of::<f64, 1>([n], 1), &ndarray_of::<f64, 1>([n], 1));
    let columns = [making("holor", || a.sum(All)), making("ndarray", || x.sum())];
    compare(group, "sum f64, 10M", Within(1e-9), columns);
}

/// ndarray has neither: a fold, as its documentation suggests.
fn extrema(group: &mut Group<'_>) {
    let n = 10_000_000;
    let (a, x) = (&tensor_of::<f32, 1>([n], 1), &ndarray_of::<f32, 1>([n], 1));
    let v = &numbers::<f32>(n, 1);
    let columns = [
        making("holor", || a.max(All)),
        making("ndarray", || x.fold(f32::NEG_INFINITY, |max, &x| max.max(x))),
        making("loop", || v.iter().fold(f32::NEG_INFINITY, |max, &x| max.max(x))),
    ];
    compare(group, "max f32, 10M", Exact, columns);
    let columns = [
        making("holor", || a.argmax(All)),
        making("ndarray", || {
            let mut best = (0, x[0]);
            for (i, &x) in x.indexed_iter() {
                if x > best.1 {
                    best = (i, x);
                }
            }
            best.0
        }),
    ];
    compare(group, "argmax f32, 10M", Exact, columns);
}

fn stepped(group: &mut Group<'_>) {
    let shape = [4096, 4096];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1).abs(), &ndarray_of::<f32, 2>(shape, 1).abs());
    let columns = [
        making("holor", || a.slice(s![.., ..;2]).sum(All)),
        making("ndarray", || x.slice(nd_s![.., ..;2]).sum()),
    ];
    compare(group, "sum of a[:, ::2], 4096^2", Within(1e-4), columns);
    let shape = [48_000, 14];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1).abs(), &ndarray_of::<f32, 2>(shape, 1).abs());
    let columns = [
        making("holor", || a.slice(s![.., ..10]).sum(All)),
        making("ndarray", || x.slice(nd_s![.., ..10]).sum()),
    ];
    compare(group, "sum of a[:, :10], [48000,14]", Within(1e-4), columns);
}

fn along_axes(group: &mut Group<'_>) {
    let shape = [4096, 4096];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
    let columns =
        [making("holor", || a.sum(Axis::<0>)), making("ndarray", || x.sum_axis(NdAxis(0)))];
    compare(group, "4096^2 over axis 0", Within(1e-3), columns);
    let columns =
        [making("holor", || a.sum(Axis::<1>)), making("ndarray", || x.sum_axis(NdAxis(1)))];
    compare(group, "4096^2 over axis 1", Within(1e-3), columns);
    let shape = [64, 256, 1024];
    let (a, x) = (&tensor_of::<f32, 3>(shape, 1), &ndarray_of::<f32, 3>(shape, 1));
    let columns =
        [making("holor", || a.sum(Axis::<1>)), making("ndarray", || x.sum_axis(NdAxis(1)))];
    compare(group, "[64,256,1024] over axis 1", Within(1e-3), columns);
}

fn rows(group: &mut Group<'_>) {
    let shape = [4096, 1024];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
    let columns = [
        making("holor", || a.mean(Last)),
        making("ndarray", || x.mean_axis(NdAxis(1)).expect("not empty")),
    ];
    compare(group, "mean over last, [4096,1024]", Within(1e-5), columns);
    let columns =
        [making("holor", || a.var(Last)), making("ndarray", || x.var_axis(NdAxis(1), 0.0))];
    compare(group, "variance over last, [4096,1024]", Within(1e-4), columns);
}

/// ndarray has none: put together from what it has.
fn softmax(group: &mut Group<'_>) {
    let shape = [4096, 1024];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
    let columns = [
        making("holor", || a.softmax(Last)),
        making("ndarray", || {
            let max = x.fold_axis(NdAxis(1), f32::NEG_INFINITY, |max, &x| max.max(x));
            let mut e = x - &max.insert_axis(NdAxis(1));
            e.mapv_inplace(f32::exp);
            let sum = e.sum_axis(NdAxis(1)).insert_axis(NdAxis(1));
            e /= &sum;
            e
        }),
    ];
    compare(group, "softmax over last, [4096,1024]", Within(1e-6), columns);
    let columns = [
        making("holor", || a.logsumexp(Last)),
        making("ndarray", || {
            let max = x.fold_axis(NdAxis(1), f32::NEG_INFINITY, |max, &x| max.max(x));
            let e = (x - &max.view().insert_axis(NdAxis(1))).exp();
            e.sum_axis(NdAxis(1)).ln() + max
        }),
    ];
    compare(group, "logsumexp over last, [4096,1024]", Within(1e-6), columns);
}

/// ndarray has none: put together from what it has.
fn layer_norm(group: &mut Group<'_>) {
    let shape = [4096, 1024];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
    let columns = [
        making("holor", || a.layer_norm(Last, 1e-5)),
        making("ndarray", || {
            let mean = x.mean_axis(NdAxis(1)).expect("not empty").insert_axis(NdAxis(1));
            let var = x.var_axis(NdAxis(1), 0.0).insert_axis(NdAxis(1));
            (x - &mean) / (var + 1e-5).sqrt()
        }),
    ];
    compare(group, "layer norm, [4096,1024]", Within(1e-4), columns);
}

fn running(group: &mut Group<'_>) {
    let shape = [1024, 4096];
    let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
    let columns = [
        making("holor", || a.cumsum(Last)),
        making("ndarray", || {
            let mut sums = x.clone();
            sums.accumulate_axis_inplace(NdAxis(1), |&before, x| *x += before);
            sums
        }),
    ];
    compare(group, "cumsum over last, [1024,4096]", Within(1e-3), columns);
}
