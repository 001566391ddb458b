//! How close are products of matrices, in batches and with vectors, to what the machine can do?
//!
//! How to run: see `common`.

mod common;

use common::Check::Within;
use common::{Group, compare, making, ndarray_of, tensor_of};
use ndarray::linalg::general_mat_mul;
use ndarray::{Array3, Array4, ArrayView2, ArrayViewMut2};

/// Sums of products are rounded in another order by each library.
const ROUNDED: common::Check = Within(1e-3);

fn main() {
    common::main("matmul", &[square_f32, square_f64, transposed, outer, vector, batched, crossed]);
}

macro_rules! square {
    ($name:ident $T:ty: $($n:literal)+) => {
        fn $name(group: &mut Group<'_>) {
            for n in [$($n),+] {
                let [a, b] = &[1, 2].map(|seed| tensor_of::<$T, 2>([n, n], seed));
                let [x, y] = &[1, 2].map(|seed| ndarray_of::<$T, 2>([n, n], seed));
                let columns = [making("holor", || a.matmul(b)), making("ndarray", || x.dot(y))];
                compare(group, &format!("{n}^3 {}", stringify!($T)), ROUNDED, columns);
            }
        }
    };
}

square!(square_f32 f32: 16 32 64 128 256 512 1024 2048);
square!(square_f64 f64: 16 32 64 128 256 512 1024 2048);

fn transposed(group: &mut Group<'_>) {
    for n in [4, 64, 256, 1024] {
        let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 2>([n, n], seed));
        let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 2>([n, n], seed));
        let columns =
            [making("holor", || a.matmul(b.transpose())), making("ndarray", || x.dot(&y.t()))];
        compare(group, &format!("{n}^3, B a transposed view"), ROUNDED, columns);
    }
}

fn outer(group: &mut Group<'_>) {
    for [m, k, n] in [[4096, 64, 4096], [2, 1000, 1000]] {
        let (a, b) = (&tensor_of::<f32, 2>([m, k], 1), &tensor_of::<f32, 2>([k, n], 2));
        let (x, y) = (&ndarray_of::<f32, 2>([m, k], 1), &ndarray_of::<f32, 2>([k, n], 2));
        let columns = [making("holor", || a.matmul(b)), making("ndarray", || x.dot(y))];
        compare(group, &format!("[{m},{k}]x[{k},{n}] f32"), ROUNDED, columns);
    }
}

fn vector(group: &mut Group<'_>) {
    let (a, b) = (&tensor_of::<f32, 2>([4096, 4096], 1), &tensor_of::<f32, 1>([4096], 2));
    let (x, y) = (&ndarray_of::<f32, 2>([4096, 4096], 1), &ndarray_of::<f32, 1>([4096], 2));
    let columns = [making("holor", || a.matvec(b)), making("ndarray", || x.dot(y))];
    compare(group, "[4096,4096]x[4096] f32", ROUNDED, columns);
}

/// ndarray has no product of batches: a loop over them, into one result.
fn product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, mut c: ArrayViewMut2<'_, f32>) {
    general_mat_mul(1.0, &a, &b, 0.0, &mut c);
}

fn batched(group: &mut Group<'_>) {
    for shape in [[64, 64, 64], [256, 32, 32]] {
        let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 3>(shape, seed));
        let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 3>(shape, seed));
        let columns = [
            making("holor", || a.matmul(b)),
            making("ndarray", move || {
                let mut products = Array3::zeros(shape);
                for ((x, y), z) in x.outer_iter().zip(y.outer_iter()).zip(products.outer_iter_mut())
                {
                    product(x, y, z);
                }
                products
            }),
        ];
        let [batch, m, n] = shape;
        compare(group, &format!("[{batch},{m},{n}] batched f32"), ROUNDED, columns);
    }
}

fn crossed(group: &mut Group<'_>) {
    let (left, right) = ([32, 1, 64, 64], [1, 16, 64, 64]);
    let (a, b) = (&tensor_of::<f32, 4>(left, 1), &tensor_of::<f32, 4>(right, 2));
    let (x, y) = (&ndarray_of::<f32, 4>(left, 1), &ndarray_of::<f32, 4>(right, 2));
    let columns = [
        making("holor", || a.matmul(b)),
        making("ndarray", || {
            let mut products = Array4::zeros([32, 16, 64, 64]);
            for (x, mut products) in x.outer_iter().zip(products.outer_iter_mut()) {
                for (y, z) in
                    y.index_axis(ndarray::Axis(0), 0).outer_iter().zip(products.outer_iter_mut())
                {
                    product(x.index_axis(ndarray::Axis(0), 0), y, z);
                }
            }
            products
        }),
    ];
    compare(group, "[32,1,64,64]x[1,16,64,64]", ROUNDED, columns);
}
