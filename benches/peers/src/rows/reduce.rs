//! Sums and extrema, of everything and along an axis.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::{Axis as NdAxis, s as nd_s};

#[cfg(feature = "all")]
use {mdarray::expr::Expression, nalgebra::DVector};

const TEN_MILLION: usize = 10_000_000;

pub fn stepped(bench: &mut Bench) {
    bench.row("sum of a[:, ::2], 4096^2", Within(1e-4), || {
        let s = [4096, 4096];
        let a = holor_of::<f32, 2>(s, 1).abs();
        let x = ndarray_of::<f32, 2>(s, 1).abs();
        let mut columns = vec![
            making("holor", move || a.slice(s![.., ..;2]).sum(All)),
            making("ndarray", move || x.slice(nd_s![.., ..;2]).sum()),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let i = mdarray_of::<f32, 2>(s, 1).map(f32::abs);
            [making("mdarray", move || {
                // It has no sum of its own. f64, for a running sum in f32 is off by too much.
                let view = i.view(.., mdarray::step(.., 2));
                view.fold(0.0_f64, |sum, &i| sum + f64::from(i)) as f32
            })]
        });
        columns
    });
}

pub fn sums(bench: &mut Bench) {
    let n = TEN_MILLION;
    bench.row("sum f32, 10M", Within(1e-4), || {
        let a = holor_of::<f32, 1>([n], 1).abs();
        let x = ndarray_of::<f32, 1>([n], 1).abs();
        let mut columns =
            vec![making("holor", move || a.sum(All)), making("ndarray", move || x.sum())];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1).abs().unwrap();
            let g = faer_of::<f32>([n, 1], 1).col(0).to_owned();
            let g = faer::Col::from_fn(n, |i| g[i].abs());
            let k = burn_of::<f32, 1>([n], 1).abs();
            [
                making("candle", move || c.sum_all().unwrap()),
                making("faer", move || g.sum()),
                making("burn", move || k.clone().sum()),
            ]
        });
        columns
    });
    bench.row("sum f64, 10M", Within(1e-9), || {
        let (a, x) = (holor_of::<f64, 1>([n], 1), ndarray_of::<f64, 1>([n], 1));
        let mut columns =
            vec![making("holor", move || a.sum(All)), making("ndarray", move || x.sum())];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, e) = (candle_of::<f64, 1>([n], 1), DVector::from_vec(numbers::<f64>(n, 1)));
            let (g, k) = (faer_of::<f64>([n, 1], 1).col(0).to_owned(), burn_of::<f64, 1>([n], 1));
            [
                making("candle", move || c.sum_all().unwrap()),
                making("nalgebra", move || e.sum()),
                making("faer", move || g.sum()),
                making("burn", move || k.clone().sum()),
            ]
        });
        columns
    });
}

/// ndarray has neither: a fold, as its documentation suggests.
pub fn extrema(bench: &mut Bench) {
    let n = TEN_MILLION;
    bench.row("max f32, 10M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns = vec![
            making("holor", move || a.max(All)),
            making("ndarray", move || x.fold(f32::NEG_INFINITY, |max, &x| max.max(x))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, e) = (candle_of::<f32, 1>([n], 1), DVector::from_vec(numbers::<f32>(n, 1)));
            let k = burn_of::<f32, 1>([n], 1);
            [
                making("candle", move || c.max_all().unwrap()),
                making("nalgebra", move || e.max()),
                making("burn", move || k.clone().max()),
            ]
        });
        columns
    });
    bench.row("argmax f32, 10M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns = vec![
            making("holor", move || a.argmax(All)),
            making("ndarray", move || {
                let mut best = (0, x[0]);
                for (i, &x) in x.indexed_iter() {
                    if x > best.1 {
                        best = (i, x);
                    }
                }
                best.0
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, e) = (candle_of::<f32, 1>([n], 1), DVector::from_vec(numbers::<f32>(n, 1)));
            let k = burn_of::<f32, 1>([n], 1);
            [
                making("candle", move || c.argmax(0).unwrap()),
                making("nalgebra", move || e.argmax().0),
                making("burn", move || k.clone().argmax(0)),
            ]
        });
        columns
    });
}

pub fn along_axes(bench: &mut Bench) {
    for (name, s) in
        [("4096^2 over axis 0", [4096, 4096]), ("[100,10000] over axis 0", [100, 10_000])]
    {
        bench.row(name, Within(1e-3), || {
            let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
            let mut columns = vec![
                making("holor", move || a.sum(Axis::<0>)),
                making("ndarray", move || x.sum_axis(NdAxis(0))),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
                [
                    making("candle", move || c.sum(0).unwrap()),
                    making("burn", move || k.clone().sum_dim(0)),
                ]
            });
            columns
        });
    }
    let s = [100, 10_000];
    bench.row("argmax of [100,10000] over axis 0", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        vec![
            making("holor", move || a.argmax(Axis::<0>)),
            making("ndarray", move || x.map_axis(NdAxis(0), ndarray_argmax)),
        ]
    });
    let s = [4096, 4096];
    bench.row("4096^2 over axis 1", Within(1e-3), || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.sum(Axis::<1>)),
            making("ndarray", move || x.sum_axis(NdAxis(1))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            [
                making("candle", move || c.sum(1).unwrap()),
                making("burn", move || k.clone().sum_dim(1)),
            ]
        });
        columns
    });
    let s = [64, 256, 1024];
    bench.row("[64,256,1024] over axis 1", Within(1e-3), || {
        let (a, x) = (holor_of::<f32, 3>(s, 1), ndarray_of::<f32, 3>(s, 1));
        let mut columns = vec![
            making("holor", move || a.sum(Axis::<1>)),
            making("ndarray", move || x.sum_axis(NdAxis(1))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 3>(s, 1), burn_of::<f32, 3>(s, 1));
            [
                making("candle", move || c.sum(1).unwrap()),
                making("burn", move || k.clone().sum_dim(1)),
            ]
        });
        columns
    });
}
