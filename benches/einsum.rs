//! What does notation cost: patterns beside the same thing written out with ndarray?
//!
//! How to run: see `common`.

mod common;

use common::Check::Within;
use common::{Group, compare, making, ndarray_of, tensor_of};
use holor::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Array3, Array4, Axis as A, s};

/// Sums of products are rounded in another order by each library.
const ROUNDED: common::Check = Within(1e-3);

fn main() {
    common::main("einsum", &[attention, products, sums, batches, chain]);
}

fn attention(group: &mut Group<'_>) {
    let shape = [4, 8, 128, 64];
    let [q, k] = &[1, 2].map(|seed| tensor_of::<f32, 4>(shape, seed));
    let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 4>(shape, seed));
    let columns = [
        making("holor", || einsum!("bhqd,bhkd->bhqk", q, k)),
        making("ndarray", || {
            let mut scores = Array4::zeros([4, 8, 128, 128]);
            for b in 0..4 {
                for h in 0..8 {
                    let (x, y) = (x.slice(s![b, h, .., ..]), y.slice(s![b, h, .., ..]));
                    let mut to = scores.slice_mut(s![b, h, .., ..]);
                    general_mat_mul(1.0, &x, &y.t(), 0.0, &mut to);
                }
            }
            scores
        }),
    ];
    compare(group, "bhqd,bhkd->bhqk [4,8,128,64]", ROUNDED, columns);
}

fn products(group: &mut Group<'_>) {
    for n in [4, 64, 512] {
        let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 2>([n, n], seed));
        let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 2>([n, n], seed));
        let columns =
            [making("holor", || einsum!("ij,jk->ik", a, b)), making("ndarray", || x.dot(y))];
        compare(group, &format!("ij,jk->ik {n}^3"), ROUNDED, columns);
    }
    let n = 1000;
    let (m, v) = (&tensor_of::<f32, 2>([n, n], 1), &tensor_of::<f32, 1>([n], 2));
    let (x, y) = (&ndarray_of::<f32, 2>([n, n], 1), &ndarray_of::<f32, 1>([n], 2));
    let columns = [making("holor", || einsum!("ij,j->i", m, v)), making("ndarray", || x.dot(y))];
    compare(group, "ij,j->i 1000", ROUNDED, columns);
    let columns = [
        making("holor", || einsum!("i,j->ij", v, v)),
        making("ndarray", || {
            let column: Array2<f32> = y.clone().insert_axis(A(1));
            &column * y
        }),
    ];
    compare(group, "i,j->ij 1000", ROUNDED, columns);
}

fn sums(group: &mut Group<'_>) {
    let n = 256;
    let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 2>([n, n], seed));
    let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 2>([n, n], seed));
    let columns = [
        making("holor", || einsum!("ij,ij->i", a, b)),
        making("ndarray", || (x * y).sum_axis(A(1))),
    ];
    compare(group, "ij,ij->i 256", ROUNDED, columns);
    let columns = [
        making("holor", || einsum!("ij,ij->j", a, b)),
        making("ndarray", || (x * y).sum_axis(A(0))),
    ];
    compare(group, "ij,ij->j 256", ROUNDED, columns);
    let columns = [making("holor", || einsum!("ij->j", a)), making("ndarray", || x.sum_axis(A(0)))];
    compare(group, "ij->j 256", ROUNDED, columns);
    let columns = [
        making("holor", || einsum!("ii->i", a).to_owned()),
        making("ndarray", || -> Array1<f32> { x.diag().to_owned() }),
    ];
    compare(group, "ii->i 256", ROUNDED, columns);
}

fn batches(group: &mut Group<'_>) {
    let shape = [64, 64, 64];
    let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 3>(shape, seed));
    let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 3>(shape, seed));
    let columns = [
        making("holor", || einsum!("bij,bjk->bik", a, b)),
        making("ndarray", || {
            let mut products = Array3::zeros(shape);
            for ((x, y), mut z) in x.outer_iter().zip(y.outer_iter()).zip(products.outer_iter_mut())
            {
                general_mat_mul(1.0, &x, &y, 0.0, &mut z);
            }
            products
        }),
    ];
    compare(group, "bij,bjk->bik [64,64,64]", ROUNDED, columns);
}

fn chain(group: &mut Group<'_>) {
    let (a, b, c) = (
        &tensor_of::<f32, 2>([256, 256], 1),
        &tensor_of::<f32, 2>([256, 256], 2),
        &tensor_of::<f32, 2>([256, 8], 3),
    );
    let (x, y, z) = (
        &ndarray_of::<f32, 2>([256, 256], 1),
        &ndarray_of::<f32, 2>([256, 256], 2),
        &ndarray_of::<f32, 2>([256, 8], 3),
    );
    let columns = [
        making("holor", || einsum!("ij,jk,kl->il", a, b, c)),
        making("ndarray", || x.dot(&y.dot(z))),
    ];
    compare(group, "ij,jk,kl->il [256,256]x[256,256]x[256,8]", ROUNDED, columns);
}
