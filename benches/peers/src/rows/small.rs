//! What a call costs beyond the work itself.

use super::products::square;
use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, changing, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::{array, s as nd_s};
use std::hint::black_box;

#[cfg(feature = "all")]
use {burn_tensor as burn, candle_core as candle, mdarray::expr::Expression};

pub fn make_and_add(bench: &mut Bench) {
    let one = || black_box(1.0_f32);
    bench.row("make 2x2 and add", Exact, || {
        let mut columns = vec![
            making("holor", move || {
                &tensor![[one(), 2.0], [3.0, 4.0]] + &tensor![[5.0, 6.0], [7.0, one()]]
            }),
            making("ndarray", move || {
                &array![[one(), 2.0], [3.0, 4.0]] + &array![[5.0, 6.0], [7.0, one()]]
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend([
            making("candle", move || {
                let a = candle::Tensor::new(&[[one(), 2.0], [3.0, 4.0]], &candle::Device::Cpu);
                let b = candle::Tensor::new(&[[5.0, 6.0], [7.0, one()]], &candle::Device::Cpu);
                (a.unwrap() + b.unwrap()).unwrap()
            }),
            making("nalgebra", move || {
                &nalgebra::dmatrix![one(), 2.0; 3.0, 4.0]
                    + &nalgebra::dmatrix![5.0, 6.0; 7.0, one()]
            }),
            making("faer", move || {
                &faer::mat![[one(), 2.0], [3.0, 4.0]] + &faer::mat![[5.0, 6.0], [7.0, one()]]
            }),
            making("mdarray", move || {
                let b = mdarray::darray![[5.0, 6.0], [7.0, one()]];
                (&mdarray::darray![[one(), 2.0], [3.0, 4.0]] + &b).eval()
            }),
            making("burn", move || {
                let device = burn::Device::flex();
                burn::Tensor::<2>::from_floats([[one(), 2.0], [3.0, 4.0]], &device)
                    + burn::Tensor::<2>::from_floats([[5.0, 6.0], [7.0, one()]], &device)
            }),
        ]);
        columns
    });
}

pub fn multiply(bench: &mut Bench) {
    square::<f32>(bench, "4x4 matmul", 4);
}

/// A view is read at one place, for it to be made at all.
pub fn view(bench: &mut Bench) {
    bench.row("permute + slice", Exact, || {
        let s = [8, 8, 8];
        let (a, x) = (holor_of::<f32, 3>(s, 1), ndarray_of::<f32, 3>(s, 1));
        let mut columns = vec![
            making("holor", move || {
                let v = black_box(&a).permute(axes![2, 0, 1]).slice(s![1..7, .., ..;2]);
                black_box(v)[[1, 2, 3]]
            }),
            making("ndarray", move || {
                let v = black_box(&x).view().permuted_axes([2, 0, 1]);
                black_box(v.slice_move(nd_s![1..7, .., ..;2]))[[1, 2, 3]]
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let i = mdarray_of::<f32, 3>(s, 1);
            [making("mdarray", move || {
                let v = black_box(&i).permute([2, 0, 1]);
                let v = v.into_view(1..7, .., mdarray::step(.., 2));
                black_box(v)[[1, 2, 3]]
            })]
        });
        columns
    });
}

pub fn index(bench: &mut Bench) {
    bench.row("t[[i,j]]", Exact, || {
        let s = [8, 8];
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let at = || black_box([5_usize, 6]);
        let mut columns = vec![
            making("holor", move || black_box(&a)[at()]),
            making("ndarray", move || black_box(&x)[at()]),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, g) = (nalgebra_of::<f32>(s, 1), faer_of::<f32>(s, 1));
            let pair = || black_box((5_usize, 6_usize));
            let i = mdarray_of::<f32, 2>(s, 1);
            [
                making("nalgebra", move || black_box(&e)[pair()]),
                making("faer", move || black_box(&g)[pair()]),
                making("mdarray", move || black_box(&i)[at()]),
            ]
        });
        columns
    });
}

/// Loops over indices: in holor through a `&mut TensorRef`, and on an owned tensor, whose buffer may be shared.
macro_rules! written {
    ($t:ident, $i:ident, $j:ident, $at:expr) => {
        for $i in 0..SIDE {
            for $j in 0..SIDE {
                $t[$at] = ($i * $j) as f32;
            }
        }
    };
}

/// The mean of the four neighbours of each cell, less that cell.
macro_rules! stencil {
    ($a:ident to $t:ident, $i:ident, $j:ident, $at:expr) => {
        for i in 1..SIDE - 1 {
            for j in 1..SIDE - 1 {
                let cell = |$i: usize, $j: usize| $a[$at];
                let sum = cell(i - 1, j) + cell(i + 1, j) + cell(i, j - 1) + cell(i, j + 1);
                let ($i, $j) = (i, j);
                $t[$at] = 0.25 * sum - cell(i, j);
            }
        }
    };
}

const SIDE: usize = 512;

fn zeros() -> Tensor<f32, 2> {
    Tensor::zeros([SIDE; 2])
}

pub fn write(bench: &mut Bench) {
    fn through(t: &mut TensorRef<f32, 2>) {
        written!(t, i, j, [i, j]);
    }
    bench.row("t[[i,j]] = x, [512,512]", Exact, || {
        let mut columns = vec![
            changing("holor", zeros, |t| through(t)),
            changing("holor owned", zeros, |t| written!(t, i, j, [i, j])),
            changing(
                "ndarray",
                || ndarray::Array2::<f32>::zeros([SIDE; 2]),
                |t| written!(t, i, j, [i, j]),
            ),
        ];
        #[cfg(feature = "all")]
        columns.extend([
            changing(
                "nalgebra",
                || nalgebra::DMatrix::<f32>::zeros(SIDE, SIDE),
                |t| written!(t, j, i, (i, j)),
            ),
            changing("faer", || faer::Mat::<f32>::zeros(SIDE, SIDE), |t| written!(t, j, i, (i, j))),
            changing(
                "mdarray",
                || mdarray::DArray::<f32, 2>::zeros([SIDE; 2]),
                |t| written!(t, i, j, [i, j]),
            ),
        ]);
        columns
    });
}

pub fn stencil(bench: &mut Bench) {
    fn through(a: &TensorRef<f32, 2>, t: &mut TensorRef<f32, 2>) {
        stencil!(a to t, i, j, [i, j]);
    }
    bench.row("five-point stencil by index, [512,512]", Within(1e-6), || {
        let s = [SIDE; 2];
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 2>(s, 1));
        let x = ndarray_of::<f32, 2>(s, 1);
        let mut columns = vec![
            changing("holor", zeros, move |t| through(&a, t)),
            changing("holor owned", zeros, move |t| stencil!(b to t, i, j, [i, j])),
            changing(
                "ndarray",
                || ndarray::Array2::<f32>::zeros([SIDE; 2]),
                move |t| stencil!(x to t, i, j, [i, j]),
            ),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (e, g, m) =
                (nalgebra_of::<f32>(s, 1), faer_of::<f32>(s, 1), mdarray_of::<f32, 2>(s, 1));
            [
                changing(
                    "nalgebra",
                    || nalgebra::DMatrix::<f32>::zeros(SIDE, SIDE),
                    move |t| stencil!(e to t, j, i, (i, j)),
                ),
                changing(
                    "faer",
                    || faer::Mat::<f32>::zeros(SIDE, SIDE),
                    move |t| stencil!(g to t, j, i, (i, j)),
                ),
                changing(
                    "mdarray",
                    || mdarray::DArray::<f32, 2>::zeros([SIDE; 2]),
                    move |t| stencil!(m to t, i, j, [i, j]),
                ),
            ]
        });
        columns
    });
}
