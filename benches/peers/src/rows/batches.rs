//! Products of stacks of small matrices.
//!
//! ndarray, faer and mdarray have no product of batches: a loop over them, into one result.

use crate::bench::Check::Within;
use crate::bench::{Bench, making};
use crate::engines::{Product, engines};
use crate::inputs::*;
use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use ndarray::{Array2, Array3, Array4, ArrayView2, ArrayViewMut2, Axis};

pub fn batched(bench: &mut Bench) {
    for shape in [[64, 64, 64], [256, 32, 32]] {
        let ([batch, m, n], threads) = (shape, bench.threads);
        bench.row(&format!("[{batch},{m},{n}] batched f32"), Within(1e-3), || {
            let (a, b) = (holor_of::<f32, 3>(shape, 1), holor_of::<f32, 3>(shape, 2));
            let (x, y) = (ndarray_of::<f32, 3>(shape, 1), ndarray_of::<f32, 3>(shape, 2));
            let mut columns = vec![
                making("holor", move || a.matmul(&b)),
                making("ndarray", move || {
                    let mut products = Array3::zeros(shape);
                    let pairs = x.outer_iter().zip(y.outer_iter());
                    for ((x, y), z) in pairs.zip(products.outer_iter_mut()) {
                        product(x, y, z);
                    }
                    products
                }),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, d) = (candle_of::<f32, 3>(shape, 1), candle_of::<f32, 3>(shape, 2));
                let (k, l) = (burn_of::<f32, 3>(shape, 1), burn_of::<f32, 3>(shape, 2));
                [
                    making("candle", move || c.matmul(&d).unwrap()),
                    making("burn", move || k.clone().matmul(l.clone())),
                ]
            });
            columns.extend(engines::<f32>(Product {
                batch,
                m,
                k: m,
                n,
                transposed: false,
                threads,
            }));
            columns
        });
    }
}

pub fn product(x: ArrayView2<'_, f32>, y: ArrayView2<'_, f32>, mut z: ArrayViewMut2<'_, f32>) {
    general_mat_mul(1.0, &x, &y, 0.0, &mut z);
}

/// Every matrix on the left with every one on the right.
pub fn crossed(bench: &mut Bench) {
    bench.row("[32,1,64,64]x[1,16,64,64]", Within(1e-3), || {
        let (left, right) = ([32, 1, 64, 64], [1, 16, 64, 64]);
        let (a, b) = (holor_of::<f32, 4>(left, 1), holor_of::<f32, 4>(right, 2));
        let (x, y) = (ndarray_of::<f32, 4>(left, 1), ndarray_of::<f32, 4>(right, 2));
        let mut columns = vec![
            making("holor", move || a.matmul(&b)),
            making("ndarray", move || {
                let mut products = Array4::zeros([32, 16, 64, 64]);
                for (x, mut products) in x.outer_iter().zip(products.outer_iter_mut()) {
                    let y = y.index_axis(Axis(0), 0);
                    for (y, z) in y.outer_iter().zip(products.outer_iter_mut()) {
                        product(x.index_axis(Axis(0), 0), y, z);
                    }
                }
                products
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 4>(left, 1), candle_of::<f32, 4>(right, 2));
            let (k, l) = (burn_of::<f32, 4>(left, 1), burn_of::<f32, 4>(right, 2));
            [
                making("candle", move || c.broadcast_matmul(&d).unwrap()),
                making("burn", move || k.clone().matmul(l.clone())),
            ]
        });
        columns
    });
}

/// A matrix and a vector in each.
pub fn vectors(bench: &mut Bench) {
    let (shape, vectors) = ([256, 64, 64], [256, 64]);
    bench.row("[256,64,64]x[256,64] matvec f32", Within(1e-4), || {
        let (a, b) = (holor_of::<f32, 3>(shape, 1), holor_of::<f32, 2>(vectors, 2));
        let (x, y) = (ndarray_of::<f32, 3>(shape, 1), ndarray_of::<f32, 2>(vectors, 2));
        let mut columns = vec![
            making("holor", move || a.matvec(&b)),
            making("ndarray", move || {
                let mut products = Array2::zeros(vectors);
                let pairs = x.outer_iter().zip(y.outer_iter());
                for ((x, y), mut z) in pairs.zip(products.outer_iter_mut()) {
                    general_mat_vec_mul(1.0, &x, &y, 0.0, &mut z);
                }
                products
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 3>(shape, 1), candle_of::<f32, 3>([256, 64, 1], 2));
            let (k, l) = (burn_of::<f32, 3>(shape, 1), burn_of::<f32, 3>([256, 64, 1], 2));
            [
                making("candle", move || c.matmul(&d).unwrap()),
                making("burn", move || k.clone().matmul(l.clone())),
            ]
        });
        columns
    });
}
