//! Functions of two numbers and of complex ones, differences, covariances, means without NaN.
//!
//! ndarray has none of them but `exp`: a closure, with the functions of std.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::num_complex::Complex;
use holor::prelude::*;
use ndarray::{Axis as NdAxis, Zip as NdZip, s as nd_s};

const MILLION: usize = 1_000_000;

/// A row for a function of two vectors.
fn of_two(
    bench: &mut Bench,
    name: &str,
    check: crate::bench::Check,
    of_holor: fn(&TensorRef<f32, 1>, &TensorRef<f32, 1>) -> Tensor<f32, 1>,
    of_std: impl Fn(f32, f32) -> f32 + Clone + 'static,
) {
    bench.row(&format!("{name}, 1M"), check, || {
        let n = [MILLION];
        let (a, b) = (holor_of::<f32, 1>(n, 1), holor_of::<f32, 1>(n, 2));
        let (x, y) = (ndarray_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 2));
        let mut columns = vec![
            making("holor", move || of_holor(&a, &b)),
            making("ndarray", {
                let of_std = of_std.clone();
                move || NdZip::from(&x).and(&y).map_collect(|&x, &y| of_std(x, y))
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, f) = (nalgebra_column(MILLION, 1), nalgebra_column(MILLION, 2));
            let of_std = of_std.clone();
            [making("nalgebra", move || e.zip_map(&f, &of_std))]
        });
        columns
    });
}

pub fn of_two_numbers(bench: &mut Bench) {
    of_two(bench, "maximum", Exact, |a, b| a.maximum(b), f32::max);
    of_two(bench, "copysign", Exact, |a, b| a.copysign(b), f32::copysign);
    of_two(
        bench,
        "remainder",
        Exact,
        |a, b| a.remainder(b),
        |x, y| {
            let rest = x % y;
            if rest != 0.0 && (rest < 0.0) != (y < 0.0) { rest + y } else { rest }
        },
    );
    of_two(
        bench,
        "logaddexp",
        Within(1e-6),
        |a, b| a.logaddexp(b),
        |x, y| x.max(y) + (-(x - y).abs()).exp().ln_1p(),
    );
}

/// Functions of two numbers that other libraries have as well, and the product of Kronecker.
pub fn products(bench: &mut Bench) {
    of_two(bench, "%", Exact, |a, b| a % b, |x, y| x % y);
    of_two(bench, "hypot", Within(1e-6), |a, b| a.hypot(b), f32::hypot);
    of_two(bench, "atan2", Within(1e-6), |a, b| a.atan2(b), f32::atan2);
    let positive = |x: f32| x.abs() + 0.5;
    bench.row("powf, 1M", Within(1e-6), || {
        let (a, b) = (holor_of::<f32, 1>([MILLION], 1), holor_of::<f32, 1>([MILLION], 2));
        let (x, y) = (ndarray_of::<f32, 1>([MILLION], 1), ndarray_of::<f32, 1>([MILLION], 2));
        let (a, x) = (a.map(|&x| positive(x)), x.mapv(positive));
        vec![
            making("holor", move || a.powf(&b)),
            making("ndarray", move || NdZip::from(&x).and(&y).map_collect(|&x, &y| x.powf(y))),
        ]
    });
    bench.row("kron of [100,100] and [10,10]", Exact, || {
        let (left, right) = ([100, 100], [10, 10]);
        let (a, b) = (holor_of::<f32, 2>(left, 1), holor_of::<f32, 2>(right, 2));
        let (x, y) = (ndarray_of::<f32, 2>(left, 1), ndarray_of::<f32, 2>(right, 2));
        let mut columns = vec![
            making("holor", move || a.kron(&b)),
            making("ndarray", move || ndarray::linalg::kron(&x, &y)),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, f) = (nalgebra_of::<f32>(left, 1), nalgebra_of::<f32>(right, 2));
            [making("nalgebra", move || e.kronecker(&f))]
        });
        columns
    });
}

pub fn complex(bench: &mut Bench) {
    let inputs = || {
        let pairs = numbers::<f64>(MILLION, 1).into_iter().zip(numbers::<f64>(MILLION, 2));
        let z: Vec<_> = pairs.map(|(re, im)| Complex::new(re, im)).collect();
        (Tensor::from(z.clone()), ndarray::Array1::from(z))
    };
    bench.row("exp complex f64, 1M", Within(1e-14), || {
        let (a, x) = inputs();
        vec![making("holor", move || a.exp()), making("ndarray", move || x.mapv(|x| x.exp()))]
    });
    // That of num-complex is not accurate close to the unit circle.
    bench.row("ln complex f64, 1M", Within(1e-14), || {
        let (a, x) = inputs();
        vec![making("holor", move || a.ln()), making("ndarray", move || x.mapv(|x| x.ln()))]
    });
}

pub fn differences(bench: &mut Bench) {
    let n = MILLION;
    bench.row("diff f32, 1M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns = vec![
            making("holor", move || a.diff(Last)),
            making("ndarray", move || &x.slice(nd_s![1..]) - &x.slice(nd_s![..-1])),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, e) = (candle_of::<f32, 1>([n], 1), nalgebra_column(n, 1));
            let (g, k) = (faer_column(n, 1), burn_of::<f32, 1>([n], 1));
            [
                making("candle", move || {
                    (c.narrow(0, 1, n - 1).unwrap() - c.narrow(0, 0, n - 1).unwrap()).unwrap()
                }),
                making("nalgebra", move || e.rows(1, n - 1) - e.rows(0, n - 1)),
                making("faer", move || g.subrows(1, n - 1) - g.subrows(0, n - 1)),
                making("burn", move || {
                    k.clone().narrow(0, 1, n - 1) - k.clone().narrow(0, 0, n - 1)
                }),
            ]
        });
        columns
    });
}

/// Of the rows, divided by one less than there are numbers.
pub fn covariances(bench: &mut Bench) {
    bench.row("cov of 50 x 10000 f64", Within(1e-12), || {
        let s = [50, 10_000];
        let (a, x) = (holor_of::<f64, 2>(s, 1), ndarray_of::<f64, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.cov()),
            making("ndarray", move || {
                let x = &x - &x.mean_axis(NdAxis(1)).unwrap().insert_axis(NdAxis(1));
                x.dot(&x.t()) / 9999.0
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, e) = (candle_of::<f64, 2>(s, 1), nalgebra_of::<f64>(s, 1));
            [
                making("candle", move || {
                    let c = c.broadcast_sub(&c.mean_keepdim(1).unwrap()).unwrap();
                    (c.matmul(&c.t().unwrap()).unwrap() / 9999.0).unwrap()
                }),
                making("nalgebra", move || {
                    let (mut centred, means) = (e.clone(), e.column_mean());
                    centred.column_iter_mut().for_each(|mut column| column -= &means);
                    &centred * centred.transpose() / 9999.0
                }),
            ]
        });
        columns
    });
}

/// One of ten is NaN.
pub fn without_nan(bench: &mut Bench) {
    bench.row("mean without NaN f32, 1M", Within(1e-5), || {
        let n = [MILLION];
        let a = holor_of::<f32, 1>(n, 1).map(|&x| if x > 0.8 { f32::NAN } else { x });
        let x = ndarray_of::<f32, 1>(n, 1).mapv(|x| if x > 0.8 { f32::NAN } else { x });
        vec![
            making("holor", move || a.nan_mean(All)),
            making("ndarray", move || {
                let add = |(sum, count): (f64, u32), x: &f32| match x.is_nan() {
                    true => (sum, count),
                    false => (sum + f64::from(*x), count + 1),
                };
                let (sum, count) = x.fold((0.0, 0), add);
                (sum / f64::from(count)) as f32
            }),
        ]
    });
}

pub fn norm(bench: &mut Bench) {
    bench.row("largest absolute value f32, 1M", Exact, || {
        let n = [MILLION];
        let (a, x) = (holor_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 1));
        let mut columns = vec![
            making("holor", move || a.norm_with_order(All, f32::INFINITY)),
            making("ndarray", move || x.fold(0.0_f32, |max, x| max.max(x.abs()))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, g) = (nalgebra_column(MILLION, 1), faer_column(MILLION, 1));
            let k = burn_of::<f32, 1>(n, 1);
            [
                making("nalgebra", move || e.amax()),
                making("faer", move || g.norm_max()),
                making("burn", move || k.clone().max_abs()),
            ]
        });
        columns
    });
}
