//! An operand is repeated, or lies across the other one.
//!
//! nalgebra, faer and mdarray do not broadcast.

use crate::bench::Check::Exact;
use crate::bench::{Bench, making};
use crate::inputs::*;

#[cfg(feature = "all")]
use mdarray::expr::Expression;

pub fn row(bench: &mut Bench) {
    bench.row("[2048,2048]+[2048]", Exact, || {
        let (left, right) = ([2048, 2048], [2048]);
        let (a, b) = (holor_of::<f32, 2>(left, 1), holor_of::<f32, 1>(right, 2));
        let (x, y) = (ndarray_of::<f32, 2>(left, 1), ndarray_of::<f32, 1>(right, 2));
        let mut columns =
            vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(left, 1), candle_of::<f32, 1>(right, 2));
            let (k, l) = (burn_of::<f32, 2>(left, 1), burn_of::<f32, 2>([1, 2048], 2));
            [
                making("candle", move || c.broadcast_add(&d).unwrap()),
                making("burn", move || k.clone() + l.clone()),
            ]
        });
        columns
    });
}

pub fn column(bench: &mut Bench) {
    bench.row("[2048,2048]+[2048,1]", Exact, || {
        let (left, right) = ([2048, 2048], [2048, 1]);
        let (a, b) = (holor_of::<f32, 2>(left, 1), holor_of::<f32, 2>(right, 2));
        let (x, y) = (ndarray_of::<f32, 2>(left, 1), ndarray_of::<f32, 2>(right, 2));
        let mut columns =
            vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(left, 1), candle_of::<f32, 2>(right, 2));
            let (k, l) = (burn_of::<f32, 2>(left, 1), burn_of::<f32, 2>(right, 2));
            [
                making("candle", move || c.broadcast_add(&d).unwrap()),
                making("burn", move || k.clone() + l.clone()),
            ]
        });
        columns
    });
}

pub fn across(bench: &mut Bench) {
    bench.row("[64,1,512]+[1,128,512]", Exact, || {
        let (left, right) = ([64, 1, 512], [1, 128, 512]);
        let (a, b) = (holor_of::<f32, 3>(left, 1), holor_of::<f32, 3>(right, 2));
        let (x, y) = (ndarray_of::<f32, 3>(left, 1), ndarray_of::<f32, 3>(right, 2));
        let mut columns =
            vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 3>(left, 1), candle_of::<f32, 3>(right, 2));
            let (k, l) = (burn_of::<f32, 3>(left, 1), burn_of::<f32, 3>(right, 2));
            [
                making("candle", move || c.broadcast_add(&d).unwrap()),
                making("burn", move || k.clone() + l.clone()),
            ]
        });
        columns
    });
}

pub fn transposed(bench: &mut Bench) {
    bench.row("a + b.t(), 2048^2", Exact, || {
        let s = [2048, 2048];
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 2>(s, 2));
        let (x, y) = (ndarray_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 2));
        let mut columns = vec![
            making("holor", move || &a + b.transpose()),
            making("ndarray", move || &x + &y.t()),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(s, 1), candle_of::<f32, 2>(s, 2));
            let (e, f) = (nalgebra_of::<f32>(s, 1), nalgebra_of::<f32>(s, 2));
            let (g, h) = (faer_of::<f32>(s, 1), faer_of::<f32>(s, 2));
            let (i, j) = (mdarray_of::<f32, 2>(s, 1), mdarray_of::<f32, 2>(s, 2));
            let (k, l) = (burn_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 2));
            [
                making("candle", move || (&c + d.t().unwrap()).unwrap()),
                making("nalgebra", move || &e + f.transpose()),
                making("faer", move || &g + h.transpose()),
                making("mdarray", move || (&i + j.transpose()).eval()),
                making("burn", move || k.clone() + l.clone().transpose()),
            ]
        });
        columns
    });
}
