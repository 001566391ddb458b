//! Products of two matrices, and of a matrix and a vector.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, Column, changing, making};
use crate::engines::{self, Product, Real, engines};
use crate::inputs::*;
use holor::prelude::*;

#[cfg(feature = "all")]
use {
    crate::heavy::engines::{faer_into, faer_product},
    half::f16,
    mdarray_linalg::prelude::*,
    mdarray_linalg_faer::Faer,
};

pub fn squares(bench: &mut Bench) {
    for n in [16, 32, 64, 128, 256, 512, 1024, 2048] {
        let name = if n == 16 { "[16,16]x[16,16]".to_owned() } else { format!("{n}^3") };
        square::<f32>(bench, &format!("{name} f32"), n);
    }
    for n in [16, 32, 64, 128, 256, 512, 1024, 2048] {
        square::<f64>(bench, &format!("{n}^3 f64"), n);
    }
}

/// Sums of products are rounded in another order by each library.
pub fn square<T: Real>(bench: &mut Bench, name: &str, n: usize) {
    let threads = bench.threads;
    bench.row(name, Within(1e-3), || product::<T>(Product::square(n, false, threads)));
}

/// All columns of one product, but the transposed ones.
fn product<T: Real>(p: Product) -> Vec<Column> {
    let (left, right) = ([p.m, p.k], [p.k, p.n]);
    let (a, b) = (holor_of::<T, 2>(left, 1), holor_of::<T, 2>(right, 2));
    let (a2, b2) = (a.clone(), b.clone());
    let (x, y) = (ndarray_of::<T, 2>(left, 1), ndarray_of::<T, 2>(right, 2));
    let result = move || Tensor::<T, 2>::from_vec(numbers(p.m * p.n, 3), [p.m, p.n]).unwrap();
    let mut columns = vec![
        making("holor", move || a.matmul(&b)),
        changing("holor gemm", result, move |c| gemm(T::ONE, &a2, &b2, T::ZERO, c)),
        making("ndarray", move || x.dot(&y)),
    ];
    #[cfg(feature = "all")]
    columns.extend({
        let (c, d) = (candle_of::<T, 2>(left, 1), candle_of::<T, 2>(right, 2));
        let (e, f) = (nalgebra_of::<T>(left, 1), nalgebra_of::<T>(right, 2));
        let (g, h) = (faer_of::<T>(left, 1), faer_of::<T>(right, 2));
        let (g2, h2) = (g.clone(), h.clone());
        let (i, j) = (mdarray_of::<T, 2>(left, 1), mdarray_of::<T, 2>(right, 2));
        let (k, l) = (burn_of::<T, 2>(left, 1), burn_of::<T, 2>(right, 2));
        [
            making("candle", move || c.matmul(&d).unwrap()),
            making("nalgebra", move || &e * &f),
            making("faer", move || &g * &h),
            faer_into([p.m, p.n], move |c| faer_product(c, g2.as_ref(), h2.as_ref())),
            making("mdarray", move || Faer.matmul(&i, &j).eval()),
            making("burn", move || k.clone().matmul(l.clone())),
        ]
    });
    columns.extend(engines::<T>(p));
    columns
}

pub fn transposed(bench: &mut Bench) {
    for [m, n] in [[64; 2], [256; 2], [1024; 2], [16, 1024], [16, 4096]] {
        let threads = bench.threads;
        let name = if m == n { format!("{n}^3") } else { format!("[{m},{n}]x[{n},{n}]") };
        bench.row(&format!("{name}, B a transposed view"), Within(1e-3), || {
            let (r, s) = ([m, n], [n, n]);
            let (a, b) = (holor_of::<f32, 2>(r, 1), holor_of::<f32, 2>(s, 2));
            let (a2, b2) = (a.clone(), b.clone());
            let (x, y) = (ndarray_of::<f32, 2>(r, 1), ndarray_of::<f32, 2>(s, 2));
            let mut columns = vec![
                making("holor", move || a.matmul(b.transpose())),
                changing(
                    "holor gemm",
                    move || Tensor::<f32, 2>::zeros(r),
                    move |c| gemm(1.0, &a2, &b2.transpose(), 0.0, c),
                ),
                making("ndarray", move || x.dot(&y.t())),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, d) = (candle_of::<f32, 2>(r, 1), candle_of::<f32, 2>(s, 2));
                let (e, f) = (nalgebra_of::<f32>(r, 1), nalgebra_of::<f32>(s, 2));
                let (g, h) = (faer_of::<f32>(r, 1), faer_of::<f32>(s, 2));
                let (g2, h2) = (g.clone(), h.clone());
                let (i, j) = (mdarray_of::<f32, 2>(r, 1), mdarray_of::<f32, 2>(s, 2));
                let (k, l) = (burn_of::<f32, 2>(r, 1), burn_of::<f32, 2>(s, 2));
                [
                    making("candle", move || c.matmul(&d.t().unwrap()).unwrap()),
                    making("nalgebra", move || &e * f.transpose()),
                    making("faer", move || &g * h.transpose()),
                    faer_into(r, move |c| faer_product(c, g2.as_ref(), h2.transpose())),
                    making("mdarray", move || Faer.matmul(&i, &j.transpose()).eval()),
                    making("burn", move || k.clone().matmul(l.clone().transpose())),
                ]
            });
            columns.extend(engines::<f32>(Product {
                batch: 1,
                m,
                k: n,
                n,
                transposed: true,
                threads,
            }));
            columns
        });
    }
}

pub fn outer(bench: &mut Bench) {
    let (m, k, n, threads) = (4096, 64, 4096, bench.threads);
    bench.row("[4096,64]x[64,4096] f32", Within(1e-3), || {
        product::<f32>(Product { batch: 1, m, k, n, transposed: false, threads })
    });
}

pub fn vector(bench: &mut Bench) {
    let threads = bench.threads;
    bench.row("[4096,4096]x[4096] f32", Within(1e-3), || {
        let (m, n) = ([4096, 4096], 4096);
        let (a, b) = (holor_of::<f32, 2>(m, 1), holor_of::<f32, 1>([n], 2));
        let (x, y) = (ndarray_of::<f32, 2>(m, 1), ndarray_of::<f32, 1>([n], 2));
        let p = Product { batch: 1, m: n, k: n, n: 1, transposed: false, threads };
        let mut columns = vec![
            making("holor", move || a.matvec(&b)),
            making("ndarray", move || x.dot(&y)),
            engines::gemm::<f32>(p, numbers),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(m, 1), candle_of::<f32, 2>([n, 1], 2));
            let (e, f) = (nalgebra_of::<f32>(m, 1), nalgebra::DVector::from_vec(numbers(n, 2)));
            let (g, h) = (faer_of::<f32>(m, 1), faer_of::<f32>([n, 1], 2).col(0).to_owned());
            let (i, j) = (mdarray_of::<f32, 2>(m, 1), mdarray_of::<f32, 1>([n], 2));
            let (k, l) = (burn_of::<f32, 2>(m, 1), burn_of::<f32, 2>([n, 1], 2));
            [
                making("candle", move || c.matmul(&d).unwrap()),
                making("nalgebra", move || &e * &f),
                making("faer", move || &g * &h),
                making("mdarray", move || Faer.matvec(&i, &j).eval()),
                making("burn", move || k.clone().matmul(l.clone())),
            ]
        });
        columns
    });
}

/// Integers, for which there is no BLAS.
pub fn integers(bench: &mut Bench) {
    bench.row("512^3 i32", Exact, || {
        let s = [512, 512];
        let (a, b) = (holor_of::<i32, 2>(s, 1), holor_of::<i32, 2>(s, 2));
        let (x, y) = (ndarray_of::<i32, 2>(s, 1), ndarray_of::<i32, 2>(s, 2));
        let mut columns =
            vec![making("holor", move || a.matmul(&b)), making("ndarray", move || x.dot(&y))];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, f) = (nalgebra_of::<i32>(s, 1), nalgebra_of::<i32>(s, 2));
            let (k, l) = (burn_ints(s, 1), burn_ints(s, 2));
            [
                making("nalgebra", move || &e * &f),
                making("burn", move || k.clone().matmul(l.clone())),
            ]
        });
        columns
    });
}

#[cfg(feature = "all")]
pub fn halves(bench: &mut Bench) {
    let threads = bench.threads;
    bench.row("512^3 f16", Within(2e-2), || {
        let s = [512, 512];
        let (a, b) = (holor_of::<f16, 2>(s, 1), holor_of::<f16, 2>(s, 2));
        let (a2, b2) = (a.clone(), b.clone());
        let (c, d) = (candle_of::<f16, 2>(s, 1), candle_of::<f16, 2>(s, 2));
        let (k, l) = (burn_of::<f16, 2>(s, 1), burn_of::<f16, 2>(s, 2));
        let result = move || Tensor::<f16, 2>::zeros(s);
        vec![
            making("holor", move || a.matmul(&b)),
            changing("holor gemm", result, move |c| gemm(f16::ONE, &a2, &b2, f16::ZERO, c)),
            making("candle", move || c.matmul(&d).unwrap()),
            making("burn", move || k.clone().matmul(l.clone())),
            engines::gemm::<f16>(Product::square(512, false, threads), numbers),
        ]
    });
}
