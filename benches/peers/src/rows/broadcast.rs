//! An operand is repeated, or lies across the other one.
//!
//! nalgebra, faer and mdarray do not broadcast.

use crate::bench::Check::Exact;
use crate::bench::{Bench, making};
use crate::inputs::*;

#[cfg(feature = "all")]
use mdarray::expr::Expression;

/// A row for the sum of two arrays; `aligned` is the shape of the right one with as many axes as the left one.
macro_rules! sum {
    ($bench:ident, $name:literal, $left:expr, $right:expr, $aligned:expr) => {
        $bench.row($name, Exact, || {
            let (a, b) = (holor_of::<f32, _>($left, 1), holor_of::<f32, _>($right, 2));
            let (x, y) = (ndarray_of::<f32, _>($left, 1), ndarray_of::<f32, _>($right, 2));
            let mut columns =
                vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, d) = (candle_of::<f32, _>($left, 1), candle_of::<f32, _>($right, 2));
                let (k, l) = (burn_of::<f32, _>($left, 1), burn_of::<f32, _>($aligned, 2));
                [
                    making("candle", move || c.broadcast_add(&d).unwrap()),
                    making("burn", move || k.clone() + l.clone()),
                ]
            });
            columns
        });
    };
}

pub fn sums(bench: &mut Bench) {
    sum!(bench, "[2048,2048]+[2048]", [2048, 2048], [2048], [1, 2048]);
    sum!(bench, "[2048,2048]+[2048,1]", [2048, 2048], [2048, 1], [2048, 1]);
    sum!(bench, "[64,1,512]+[1,128,512]", [64, 1, 512], [1, 128, 512], [1, 128, 512]);
    sum!(bench, "[512,512,3]+[3]", [512, 512, 3], [3], [1, 1, 3]);
    sum!(bench, "[31250,32]+[32]", [31250, 32], [32], [1, 32]);
    sum!(bench, "[31250,32]+[31250,1]", [31250, 32], [31250, 1], [31250, 1]);
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
