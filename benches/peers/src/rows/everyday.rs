//! Common functions and reductions of a million elements, copies and comparisons.
//!
//! ndarray has none of the functions: a closure, with those of std.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::num_traits::Float;
use holor::prelude::*;
use ndarray::{Axis as NdAxis, s as nd_s};

const MILLION: usize = 1_000_000;
const SQUARE: [usize; 2] = [1000, 1000];

/// A row for a function of numbers from 0.5 to 1.5.
fn function<T: Number + Float>(
    bench: &mut Bench,
    (name, error): (&str, f64),
    of_holor: fn(&TensorRef<T, 1>) -> Tensor<T, 1>,
    of_std: fn(T) -> T,
) {
    bench.row(name, Within(error), || {
        let half = T::from_unit(0.5);
        let a = holor_of::<T, 1>([MILLION], 1).map(|x| x.abs() + half);
        let x = ndarray_of::<T, 1>([MILLION], 1).mapv(|x| x.abs() + half);
        vec![making("holor", move || of_holor(&a)), making("ndarray", move || x.mapv(of_std))]
    });
}

pub fn functions(bench: &mut Bench) {
    function(bench, ("exp_m1, 1M", 1e-6), |a| a.exp_m1(), f32::exp_m1);
    function(bench, ("ln_1p, 1M", 1e-6), |a| a.ln_1p(), f32::ln_1p);
    function(bench, ("sinh, 1M", 1e-6), |a| a.sinh(), f32::sinh);
    function(bench, ("cbrt, 1M", 1e-6), |a| a.cbrt(), f32::cbrt);
    function(bench, ("sin, 1M", 1e-6), |a| a.sin(), f32::sin);
    function(bench, ("tan, 1M", 1e-5), |a| a.tan(), f32::tan);
    function(bench, ("atan, 1M", 1e-6), |a| a.atan(), f32::atan);
    function(bench, ("asinh, 1M", 1e-6), |a| a.asinh(), f32::asinh);
    function(bench, ("ln, 1M", 1e-6), |a| a.ln(), f32::ln);
    function(bench, ("log10 f64, 1M", 1e-14), |a| a.log10(), f64::log10);
}

pub fn reductions(bench: &mut Bench) {
    let n = [MILLION];
    bench.row("norm f32, 1M", Within(1e-5), || {
        let (a, x) = (holor_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 1));
        let mut columns =
            vec![making("holor", move || a.norm(All)), making("ndarray", move || x.dot(&x).sqrt())];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, g) = (nalgebra_column(MILLION, 1), faer_column(MILLION, 1));
            [making("nalgebra", move || e.norm()), making("faer", move || g.norm_l2())]
        });
        columns
    });
    bench.row("sum i32, 1M", Exact, || {
        let (a, x) = (holor_of::<i32, 1>(n, 1), ndarray_of::<i32, 1>(n, 1));
        vec![making("holor", move || a.sum(All)), making("ndarray", move || x.sum())]
    });
    bench.row("prod f64, 1M", Within(1e-9), || {
        let near_one = |x: f64| 1.0 + x / 1e6;
        let a = holor_of::<f64, 1>(n, 1).map(|&x| near_one(x));
        let x = ndarray_of::<f64, 1>(n, 1).mapv(near_one);
        vec![making("holor", move || a.prod(All)), making("ndarray", move || x.product())]
    });
    bench.row("max without NaN f32, 1M", Exact, || {
        let a = holor_of::<f32, 1>(n, 1).map(|&x| if x > 0.8 { f32::NAN } else { x });
        let x = ndarray_of::<f32, 1>(n, 1).mapv(|x| if x > 0.8 { f32::NAN } else { x });
        vec![
            making("holor", move || a.nan_max(All)),
            making("ndarray", move || x.fold(f32::NEG_INFINITY, |max, &x| max.max(x))),
        ]
    });
    bench.row("variance over axis 0, [1000,1000]", Within(1e-5), || {
        let (a, x) = (holor_of::<f32, 2>(SQUARE, 1), ndarray_of::<f32, 2>(SQUARE, 1));
        vec![
            making("holor", move || a.var(Axis::<0>)),
            making("ndarray", move || x.var_axis(NdAxis(0), 0.0)),
        ]
    });
    bench.row("argmax over last, [1000,1000]", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SQUARE, 1), ndarray_of::<f32, 2>(SQUARE, 1));
        vec![
            making("holor", move || a.argmax(Last)),
            making("ndarray", move || x.map_axis(NdAxis(1), ndarray_argmax)),
        ]
    });
}

pub fn copies(bench: &mut Bench) {
    let n = [MILLION];
    bench.row("a == b f32, 1M", Exact, || {
        let (a, b) = (holor_of::<f32, 1>(n, 1), holor_of::<f32, 1>(n, 1));
        let (x, y) = (ndarray_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 1));
        vec![
            making("holor", move || usize::from(a == b)),
            making("ndarray", move || usize::from(x == y)),
        ]
    });
    bench.row("cast f32 to i32, 1M", Exact, || {
        let a = holor_of::<f32, 1>(n, 1).map(|x| x * 1000.0);
        let x = ndarray_of::<f32, 1>(n, 1).mapv(|x| x * 1000.0);
        vec![
            making("holor", move || a.cast::<i32>()),
            making("ndarray", move || x.mapv(|x| x as i32)),
        ]
    });
    bench.row("flip [1000,1000], axis 1", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SQUARE, 1), ndarray_of::<f32, 2>(SQUARE, 1));
        vec![
            making("holor", move || a.flip(Last).to_contiguous()),
            making("ndarray", move || x.slice(nd_s![.., ..;-1]).to_owned()),
        ]
    });
}
