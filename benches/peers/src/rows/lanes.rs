//! Statistics, softmax and running sums of rows.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::Axis as NdAxis;

#[cfg(feature = "all")]
use {burn_tensor::activation, candle_core::D};

const ROWS: [usize; 2] = [4096, 1024];

pub fn mean_and_variance(bench: &mut Bench) {
    bench.row("mean over last, [4096,1024]", Within(1e-5), || {
        let (a, x) = (holor_of::<f32, 2>(ROWS, 1), ndarray_of::<f32, 2>(ROWS, 1));
        let mut columns = vec![
            making("holor", move || a.mean(Last)),
            making("ndarray", move || x.mean_axis(NdAxis(1)).unwrap()),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(ROWS, 1), burn_of::<f32, 2>(ROWS, 1));
            [
                making("candle", move || c.mean(1).unwrap()),
                making("burn", move || k.clone().mean_dim(1)),
            ]
        });
        columns
    });
    // candle divides by one less, and so has another result: left out.
    bench.row("variance over last, [4096,1024]", Within(1e-4), || {
        let (a, x) = (holor_of::<f32, 2>(ROWS, 1), ndarray_of::<f32, 2>(ROWS, 1));
        let mut columns = vec![
            making("holor", move || a.var(Last)),
            making("ndarray", move || x.var_axis(NdAxis(1), 0.0)),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 2>(ROWS, 1);
            [making("burn", move || k.clone().var_bias(1))]
        });
        columns
    });
}

/// ndarray has none: put together from what it has.
fn softmax_of(bench: &mut Bench, name: &str, shape: [usize; 2]) {
    bench.row(name, Within(1e-6), || {
        let (a, x) = (holor_of::<f32, 2>(shape, 1), ndarray_of::<f32, 2>(shape, 1));
        let mut columns = vec![
            making("holor", move || a.softmax(Last)),
            making("ndarray", move || {
                let max = x.fold_axis(NdAxis(1), f32::NEG_INFINITY, |max, &x| max.max(x));
                let mut e = &x - &max.insert_axis(NdAxis(1));
                e.mapv_inplace(f32::exp);
                let sum = e.sum_axis(NdAxis(1)).insert_axis(NdAxis(1));
                e /= &sum;
                e
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(shape, 1), burn_of::<f32, 2>(shape, 1));
            [
                making("candle", move || candle_nn::ops::softmax_last_dim(&c).unwrap()),
                making("burn", move || activation::softmax(k.clone(), 1)),
            ]
        });
        columns
    });
}

pub fn softmax(bench: &mut Bench) {
    softmax_of(bench, "softmax over last, [4096,1024]", ROWS);
}

/// Many lanes of a few elements.
pub fn short(bench: &mut Bench) {
    const SHORT: [usize; 2] = [100_000, 10];
    softmax_of(bench, "softmax over last, [100000,10]", SHORT);
    bench.row("sum over last, [100000,10]", Within(1e-5), || {
        let (a, x) = (holor_of::<f32, 2>(SHORT, 1), ndarray_of::<f32, 2>(SHORT, 1));
        let mut columns = vec![
            making("holor", move || a.sum(Last)),
            making("ndarray", move || x.sum_axis(NdAxis(1))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(SHORT, 1), burn_of::<f32, 2>(SHORT, 1));
            [
                making("candle", move || c.sum(1).unwrap()),
                making("burn", move || k.clone().sum_dim(1)),
            ]
        });
        columns
    });
    bench.row("prod over last, [100000,10]", Within(1e-5), || {
        let a = holor_of::<f32, 2>(SHORT, 1).map(|x| 1.0 + x / 2.0);
        let x = ndarray_of::<f32, 2>(SHORT, 1).mapv(|x| 1.0 + x / 2.0);
        vec![
            making("holor", move || a.prod(Last)),
            making("ndarray", move || x.product_axis(NdAxis(1))),
        ]
    });
    bench.row("max over last, [100000,10]", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHORT, 1), ndarray_of::<f32, 2>(SHORT, 1));
        let mut columns = vec![
            making("holor", move || a.max(Last)),
            making("ndarray", move || {
                x.fold_axis(NdAxis(1), f32::NEG_INFINITY, |max, &x| max.max(x))
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(SHORT, 1), burn_of::<f32, 2>(SHORT, 1));
            [
                making("candle", move || c.max(1).unwrap()),
                making("burn", move || k.clone().max_dim(1)),
            ]
        });
        columns
    });
    bench.row("argmax over last, [100000,10]", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHORT, 1), ndarray_of::<f32, 2>(SHORT, 1));
        vec![
            making("holor", move || a.argmax(Last)),
            making("ndarray", move || x.map_axis(NdAxis(1), ndarray_argmax)),
        ]
    });
}

/// Without scale and shift. holor and ndarray have none: put together as a user would.
pub fn layer_norm(bench: &mut Bench) {
    bench.row("layer norm, [4096,1024]", Within(1e-4), || {
        let (a, x) = (holor_of::<f32, 2>(ROWS, 1), ndarray_of::<f32, 2>(ROWS, 1));
        let mut columns = vec![
            making("holor", move || a.layer_norm(Last, 1e-5)),
            making("ndarray", move || {
                let mean = x.mean_axis(NdAxis(1)).unwrap().insert_axis(NdAxis(1));
                let var = x.var_axis(NdAxis(1), 0.0).insert_axis(NdAxis(1));
                (&x - &mean) / (var + 1e-5).sqrt()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(ROWS, 1), burn_of::<f32, 2>(ROWS, 1));
            [
                making("candle", move || {
                    let mean = c.mean_keepdim(D::Minus1).unwrap();
                    let c = c.broadcast_sub(&mean).unwrap();
                    let var = c.sqr().unwrap().mean_keepdim(D::Minus1).unwrap();
                    c.broadcast_div(&(var + 1e-5).unwrap().sqrt().unwrap()).unwrap()
                }),
                making("burn", move || {
                    let (var, mean) = k.clone().var_mean_bias(1);
                    (k.clone() - mean) / (var + 1e-5).sqrt()
                }),
            ]
        });
        columns
    });
}

/// Without weights. ndarray has none: put together as a user would.
pub fn rms_norm(bench: &mut Bench) {
    bench.row("rms norm, [4096,1024]", Within(1e-4), || {
        let (a, x) = (holor_of::<f32, 2>(ROWS, 1), ndarray_of::<f32, 2>(ROWS, 1));
        let mut columns = vec![
            making("holor", move || a.rms_norm(Last, 1e-5)),
            making("ndarray", move || {
                let squares = (&x * &x).mean_axis(NdAxis(1)).unwrap().insert_axis(NdAxis(1));
                &x / (squares + 1e-5).sqrt()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(ROWS, 1), burn_of::<f32, 2>(ROWS, 1));
            let ones = candle_core::Tensor::ones(
                ROWS[1],
                candle_core::DType::F32,
                &candle_core::Device::Cpu,
            )
            .unwrap();
            [
                making("candle", move || candle_nn::ops::rms_norm(&c, &ones, 1e-5).unwrap()),
                making("burn", move || {
                    let squares = (k.clone() * k.clone()).mean_dim(1);
                    k.clone() / (squares + 1e-5).sqrt()
                }),
            ]
        });
        columns
    });
}

/// candle's sum is a product with a triangular matrix.
pub fn running(bench: &mut Bench) {
    bench.row("cumsum over last, [1024,4096]", Within(1e-3), || {
        let s = [1024, 4096];
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.cumsum(Last)),
            making("ndarray", move || {
                let mut sums = x.clone();
                sums.accumulate_axis_inplace(NdAxis(1), |&before, x| *x += before);
                sums
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            [
                making("candle", move || c.cumsum(1).unwrap()),
                making("burn", move || k.clone().cumsum(1)),
            ]
        });
        columns
    });
    bench.row("cummax over last, [1024,4096]", Exact, || {
        let s = [1024, 4096];
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.cummax(Last)),
            making("ndarray", move || {
                let mut maxima = x.clone();
                let larger = |&before: &f32, x: &mut f32| *x = x.max(before);
                maxima.accumulate_axis_inplace(NdAxis(1), larger);
                maxima
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 2>(s, 1);
            [making("burn", move || k.clone().cummax(1))]
        });
        columns
    });
}
