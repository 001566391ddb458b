//! What an element costs as there are more of them, and where there might be a cliff.
//!
//! A row is named `what @ work`: `scaling.py` divides by the work, which is a number of elements or,
//! for products, of multiplications.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::Axis as NdAxis;

pub const ROWS: &[fn(&mut Bench)] =
    &[add, sum, exp, transpose, matmul, tails, thin_rows, strides, transposed_add, small_products];

/// Three a decade, from 1 to 10^8.
fn sizes() -> impl Iterator<Item = usize> {
    let decades = (0..8).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    decades.chain([100_000_000])
}

fn add(bench: &mut Bench) {
    sizes().for_each(|n| add_of(bench, "add", n));
}

fn add_of(bench: &mut Bench, name: &str, n: usize) {
    bench.row(&format!("{name} @ {n}"), Exact, || {
        let (a, b) = (holor_of::<f32, 1>([n], 1), holor_of::<f32, 1>([n], 2));
        let (x, y) = (ndarray_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 2));
        vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)]
    });
}

fn sum(bench: &mut Bench) {
    for n in sizes() {
        bench.row(&format!("sum @ {n}"), Within(1e-3), || {
            let (a, x) = (holor_of::<f32, 1>([n], 1).abs(), ndarray_of::<f32, 1>([n], 1).abs());
            vec![making("holor", move || a.sum(All)), making("ndarray", move || x.sum())]
        });
    }
}

fn exp(bench: &mut Bench) {
    for n in sizes() {
        bench.row(&format!("exp @ {n}"), Within(1e-6), || {
            let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
            vec![making("holor", move || a.exp()), making("ndarray", move || x.exp())]
        });
    }
}

fn transpose(bench: &mut Bench) {
    for n in sizes() {
        let side = (n as f64).sqrt().round() as usize;
        transpose_of(bench, "transpose", [side, side]);
    }
}

fn transpose_of(bench: &mut Bench, name: &str, [m, n]: [usize; 2]) {
    bench.row(&format!("{name} @ {}", m * n), Exact, || {
        let (a, x) = (holor_of::<f32, 2>([m, n], 1), ndarray_of::<f32, 2>([m, n], 1));
        vec![
            making("holor", move || a.transpose().to_contiguous()),
            making("ndarray", move || x.t().as_standard_layout().into_owned()),
        ]
    });
}

fn matmul(bench: &mut Bench) {
    let mut before = 0;
    for n in sizes() {
        let side = (n as f64).cbrt().round() as usize;
        if side > before {
            matmul_of(bench, "matmul", side);
        }
        before = side;
    }
}

fn matmul_of(bench: &mut Bench, name: &str, n: usize) {
    bench.row(&format!("{name} @ {}", n.pow(3)), Within(1e-3), || {
        let (a, b) = (holor_of::<f32, 2>([n, n], 1), holor_of::<f32, 2>([n, n], 2));
        let (x, y) = (ndarray_of::<f32, 2>([n, n], 1), ndarray_of::<f32, 2>([n, n], 2));
        vec![making("holor", move || a.matmul(&b)), making("ndarray", move || x.dot(&y))]
    });
}

/// One element more or less than full registers.
fn tails(bench: &mut Bench) {
    for n in [31, 32, 33, 63, 64, 65, 1023, 1024, 1025] {
        add_of(bench, &format!("add, {n}"), n);
    }
}

/// Many rows of next to nothing.
fn thin_rows(bench: &mut Bench) {
    let s = [65_537, 3];
    bench.row(&format!("sum of rows, 65537 x 3 @ {}", 65_537 * 3), Within(1e-5), || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        vec![making("holor", move || a.sum(Last)), making("ndarray", move || x.sum_axis(NdAxis(1)))]
    });
    bench.row(&format!("sum of columns, 65537 x 3 @ {}", 65_537 * 3), Within(1e-2), || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        vec![
            making("holor", move || a.sum(Axis::<0>)),
            making("ndarray", move || x.sum_axis(NdAxis(0))),
        ]
    });
    bench.row(&format!("add a row, 65537 x 3 @ {}", 65_537 * 3), Exact, || {
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 1>([3], 2));
        let (x, y) = (ndarray_of::<f32, 2>(s, 1), ndarray_of::<f32, 1>([3], 2));
        vec![making("holor", move || &a + &b), making("ndarray", move || &x + &y)]
    });
    bench.row(&format!("add every 2nd column, 65537 x 6 @ {}", 65_537 * 3), Exact, || {
        let (a, x) = (holor_of::<f32, 2>([65_537, 6], 1), ndarray_of::<f32, 2>([65_537, 6], 1));
        vec![
            making("holor", move || a.slice(s![.., ..;2]) + 1.0),
            making("ndarray", move || &x.slice(ndarray::s![.., ..;2]) + 1.0),
        ]
    });
    transpose_of(bench, "transpose, 65537 x 3", s);
    transpose_of(bench, "transpose, 3 x 65537", [3, 65_537]);
}

/// Rows a power of two apart share the sets of a cache.
fn strides(bench: &mut Bench) {
    for n in [1023, 1024, 1025, 4095, 4096, 4097] {
        transpose_of(bench, &format!("transpose, {n} x {n}"), [n, n]);
    }
    for n in [4095, 4096, 4097] {
        bench.row(&format!("sum of columns, {n} x {n} @ {}", n * n), Within(1e-3), || {
            let (a, x) = (holor_of::<f32, 2>([n, n], 1), ndarray_of::<f32, 2>([n, n], 1));
            vec![
                making("holor", move || a.sum(Axis::<0>)),
                making("ndarray", move || x.sum_axis(NdAxis(0))),
            ]
        });
    }
}

fn transposed_add(bench: &mut Bench) {
    for n in [2047, 2048, 2049] {
        bench.row(&format!("a + b.t(), {n} x {n} @ {}", n * n), Exact, || {
            let (a, b) = (holor_of::<f32, 2>([n, n], 1), holor_of::<f32, 2>([n, n], 2));
            let (x, y) = (ndarray_of::<f32, 2>([n, n], 1), ndarray_of::<f32, 2>([n, n], 2));
            vec![
                making("holor", move || &a + b.transpose()),
                making("ndarray", move || &x + &y.t()),
            ]
        });
    }
}

fn small_products(bench: &mut Bench) {
    for n in [31, 32, 33, 127, 128, 129, 511, 512, 513] {
        matmul_of(bench, &format!("matmul, {n}^3"), n);
    }
}
