//! Element-wise operations, from what fits a cache to what does not.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, changing, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::Zip as NdZip;

#[cfg(feature = "all")]
use {
    burn_tensor::activation,
    faer::{unzip, zip as faer_zip},
    mdarray::expr::Expression,
};

const SIZES: [(&str, usize); 3] = [("1K", 1 << 10), ("100K", 100_000), ("10M", 10_000_000)];
const MILLION: usize = 1_000_000;

pub fn add(bench: &mut Bench) {
    for (size, n) in SIZES {
        bench.row(&format!("a+b, {size}"), Exact, || {
            let (a, b) = (holor_of::<f32, 1>([n], 1), holor_of::<f32, 1>([n], 2));
            let (x, y) = (ndarray_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 2));
            let mut columns =
                vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, d) = (candle_of::<f32, 1>([n], 1), candle_of::<f32, 1>([n], 2));
                let (e, f) = (nalgebra_column(n, 1), nalgebra_column(n, 2));
                let (g, h) = (faer_column(n, 1), faer_column(n, 2));
                let (i, j) = (mdarray_of::<f32, 1>([n], 1), mdarray_of::<f32, 1>([n], 2));
                let (k, l) = (burn_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 2));
                [
                    making("candle", move || (&c + &d).unwrap()),
                    making("nalgebra", move || &e + &f),
                    making("faer", move || &g + &h),
                    making("mdarray", move || (&i + &j).eval()),
                    making("burn", move || k.clone() + l.clone()),
                ]
            });
            columns
        });
    }
}

/// candle cannot change a tensor.
pub fn add_in_place(bench: &mut Bench) {
    for (size, n) in SIZES {
        bench.row(&format!("a+=b, {size}"), Exact, || {
            let b = holor_of::<f32, 1>([n], 2);
            let y = ndarray_of::<f32, 1>([n], 2);
            let mut columns = vec![
                changing("holor", move || holor_of::<f32, 1>([n], 1), move |a| *a += &b),
                changing("ndarray", move || ndarray_of::<f32, 1>([n], 1), move |x| *x += &y),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let f = nalgebra_column(n, 2);
                let h = faer_column(n, 2);
                let j = mdarray_of::<f32, 1>([n], 2);
                let l = burn_of::<f32, 1>([n], 2);
                [
                    changing("nalgebra", move || nalgebra_column(n, 1), move |e| *e += &f),
                    changing("faer", move || faer_column(n, 1), move |g| *g += &h),
                    changing("mdarray", move || mdarray_of::<f32, 1>([n], 1), move |i| *i += &j),
                    changing(
                        "burn",
                        move || burn_of::<f32, 1>([n], 1),
                        move |k| k.inplace(|k| k + l.clone()),
                    ),
                ]
            });
            columns
        });
    }
}

/// Where a library can do it in one pass, that is a column of its own.
pub fn multiply_add(bench: &mut Bench) {
    const SEEDS: [u64; 4] = [1, 2, 3, 4];
    for (size, n) in SIZES {
        bench.row(&format!("a*b+c*d, {size}"), Exact, || {
            let [a, b, c, d] = SEEDS.map(|seed| holor_of::<f32, 1>([n], seed));
            let [a2, b2, c2, d2] = [&a, &b, &c, &d].map(Clone::clone);
            let [x, y, z, u] = SEEDS.map(|seed| ndarray_of::<f32, 1>([n], seed));
            let [x2, y2, z2, u2] = [&x, &y, &z, &u].map(Clone::clone);
            let mut columns = vec![
                making("holor", move || &a * &b + &c * &d),
                making("holor zip", move || {
                    zip((&a2, &b2, &c2, &d2)).map(|a, b, c, d| a * b + c * d)
                }),
                making("ndarray", move || &x * &y + &z * &u),
                making("ndarray Zip", move || {
                    let zip = NdZip::from(&x2).and(&y2).and(&z2).and(&u2);
                    zip.map_collect(|x, y, z, u| x * y + z * u)
                }),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let [e, f, g, h] = SEEDS.map(|seed| candle_of::<f32, 1>([n], seed));
                let [i, j, k, l] = SEEDS.map(|seed| nalgebra_column(n, seed));
                let [m, o, p, q] = SEEDS.map(|seed| faer_column(n, seed));
                let [r, s, t, v] = SEEDS.map(|seed| mdarray_of::<f32, 1>([n], seed));
                let [w1, w2, w3, w4] = SEEDS.map(|seed| burn_of::<f32, 1>([n], seed));
                [
                    making("candle", move || ((&e * &f).unwrap() + (&g * &h).unwrap()).unwrap()),
                    making("nalgebra", move || i.component_mul(&j) + k.component_mul(&l)),
                    making("faer", move || {
                        faer_zip!(&m, &o, &p, &q).map(|unzip!(m, o, p, q)| *m * *o + *p * *q)
                    }),
                    making("mdarray", move || {
                        let left = r.expr().zip(&s).map(|(r, s)| r * s);
                        let right = t.expr().zip(&v).map(|(t, v)| t * v);
                        left.zip(right).map(|(left, right)| left + right).eval()
                    }),
                    making("burn", move || w1.clone() * w2.clone() + w3.clone() * w4.clone()),
                ]
            });
            columns
        });
    }
}

pub fn functions(bench: &mut Bench) {
    let n = MILLION;
    bench.row("exp, 1M", Within(1e-6), || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns =
            vec![making("holor", move || a.exp()), making("ndarray", move || x.exp())];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1);
            let (e, i, k) =
                (nalgebra_column(n, 1), mdarray_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 1));
            [
                making("candle", move || c.exp().unwrap()),
                making("nalgebra", move || e.map(f32::exp)),
                making("mdarray", move || i.expr().map(|i| i.exp()).eval()),
                making("burn", move || k.clone().exp()),
            ]
        });
        columns
    });
    bench.row("tanh, 1M", Within(1e-6), || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns =
            vec![making("holor", move || a.tanh()), making("ndarray", move || x.tanh())];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1);
            let (e, i, k) =
                (nalgebra_column(n, 1), mdarray_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 1));
            [
                making("candle", move || c.tanh().unwrap()),
                making("nalgebra", move || e.map(f32::tanh)),
                making("mdarray", move || i.expr().map(|i| i.tanh()).eval()),
                making("burn", move || k.clone().tanh()),
            ]
        });
        columns
    });
    bench.row("silu, 1M", Within(1e-6), || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns = vec![
            making("holor", move || a.silu()),
            making("ndarray", move || x.mapv(|x| x / (1.0 + (-x).exp()))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1);
            let (e, i, k) =
                (nalgebra_column(n, 1), mdarray_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 1));
            [
                making("candle", move || c.silu().unwrap()),
                making("nalgebra", move || e.map(|x| x / (1.0 + (-x).exp()))),
                making("mdarray", move || i.expr().map(|x| x / (1.0 + (-x).exp())).eval()),
                making("burn", move || activation::silu(k.clone())),
            ]
        });
        columns
    });
    bench.row("sqrt, 1M", Exact, || {
        let a = holor_of::<f32, 1>([n], 1).abs();
        let x = ndarray_of::<f32, 1>([n], 1).abs();
        let mut columns =
            vec![making("holor", move || a.sqrt()), making("ndarray", move || x.sqrt())];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1).abs().unwrap();
            let e = nalgebra_column(n, 1).abs();
            let i = mdarray_of::<f32, 1>([n], 1).map(f32::abs);
            let k = burn_of::<f32, 1>([n], 1).abs();
            [
                making("candle", move || c.sqrt().unwrap()),
                making("nalgebra", move || e.map(f32::sqrt)),
                making("mdarray", move || i.expr().map(|i| i.sqrt()).eval()),
                making("burn", move || k.clone().sqrt()),
            ]
        });
        columns
    });
    bench.row("a+scalar, 1M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns =
            vec![making("holor", move || &a + 1.5), making("ndarray", move || &x + 1.5)];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 1>([n], 1);
            let (e, i, k) =
                (nalgebra_column(n, 1), mdarray_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 1));
            [
                making("candle", move || (&c + 1.5).unwrap()),
                making("nalgebra", move || e.add_scalar(1.5)),
                making("mdarray", move || i.expr().map(|i| i + 1.5).eval()),
                making("burn", move || k.clone() + 1.5),
            ]
        });
        columns
    });
}
