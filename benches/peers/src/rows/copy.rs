//! Elements move to another order, into a border, side by side.

use crate::bench::Check::Exact;
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::s as nd_s;

#[cfg(feature = "all")]
use {burn_tensor::ops::PadMode, candle_core as candle};

/// nalgebra and faer store columns: the same work, the other way around.
pub fn transpose(bench: &mut Bench) {
    bench.row("materialise 4096^2 transposed", Exact, || {
        let s = [4096, 4096];
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.transpose().to_contiguous()),
            making("ndarray", move || x.t().as_standard_layout().into_owned()),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 2>(s, 1);
            let (e, g) = (nalgebra_of::<f32>(s, 1), faer_of::<f32>(s, 1));
            let (i, k) = (mdarray_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            [
                making("candle", move || c.t().unwrap().contiguous().unwrap()),
                making("nalgebra", move || e.transpose()),
                making("faer", move || g.transpose().to_owned()),
                making("mdarray", move || i.transpose().to_array()),
                making("burn", move || k.clone().transpose().reshape([4096 * 4096])),
            ]
        });
        columns
    });
}

pub fn permute(bench: &mut Bench) {
    let s = [32, 64, 128, 128];
    bench.row("materialise [32,64,128,128] by (0,2,3,1)", Exact, || {
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let mut columns = vec![
            making("holor", move || a.permute(axes![0, 2, 3, 1]).to_contiguous()),
            making("ndarray", move || {
                x.view().permuted_axes([0, 2, 3, 1]).as_standard_layout().into_owned()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 4>(s, 1);
            let (i, k) = (mdarray_of::<f32, 4>(s, 1), burn_of::<f32, 4>(s, 1));
            [
                making("candle", move || c.permute([0, 2, 3, 1]).unwrap().contiguous().unwrap()),
                making("mdarray", move || i.permute([0, 2, 3, 1]).to_array()),
                making("burn", move || {
                    k.clone().permute([0, 2, 3, 1]).reshape([32 * 64 * 128 * 128])
                }),
            ]
        });
        columns
    });
    bench.row("the same by (3,1,0,2)", Exact, || {
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let mut columns = vec![
            making("holor", move || a.permute(axes![3, 1, 0, 2]).to_contiguous()),
            making("ndarray", move || {
                x.view().permuted_axes([3, 1, 0, 2]).as_standard_layout().into_owned()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let c = candle_of::<f32, 4>(s, 1);
            let (i, k) = (mdarray_of::<f32, 4>(s, 1), burn_of::<f32, 4>(s, 1));
            [
                making("candle", move || c.permute([3, 1, 0, 2]).unwrap().contiguous().unwrap()),
                making("mdarray", move || i.permute([3, 1, 0, 2]).to_array()),
                making("burn", move || {
                    k.clone().permute([3, 1, 0, 2]).reshape([32 * 64 * 128 * 128])
                }),
            ]
        });
        columns
    });
}

pub fn pad(bench: &mut Bench) {
    bench.row("pad [16,3,224,224] by 3", Exact, || {
        let s = [16, 3, 224, 224];
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let mut columns = vec![
            making("holor", move || a.pad_image(3, 3, 3, 3, 0.0)),
            making("ndarray", move || {
                let mut padded = ndarray::Array4::zeros([16, 3, 230, 230]);
                padded.slice_mut(nd_s![.., .., 3..227, 3..227]).assign(&x);
                padded
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 4>(s, 1), burn_of::<f32, 4>(s, 1));
            [
                making("candle", move || {
                    let rows = c.pad_with_zeros(2, 3, 3).unwrap();
                    rows.pad_with_zeros(3, 3, 3).unwrap()
                }),
                making("burn", move || k.clone().pad((3, 3, 3, 3), PadMode::Constant(0.0))),
            ]
        });
        columns
    });
}

pub fn join(bench: &mut Bench) {
    let s = [1024, 1024];
    bench.row("concat 2x[1024,1024], axis 0", Exact, || {
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 2>(s, 2));
        let (x, y) = (ndarray_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 2));
        let mut columns = vec![
            making("holor", move || concat(Axis::<0>, &[&a, &b])),
            making("ndarray", move || {
                ndarray::concatenate(ndarray::Axis(0), &[x.view(), y.view()]).unwrap()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(s, 1), candle_of::<f32, 2>(s, 2));
            let (k, l) = (burn_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 2));
            [
                making("candle", move || candle::Tensor::cat(&[&c, &d], 0).unwrap()),
                making("burn", move || burn_tensor::Tensor::cat(vec![k.clone(), l.clone()], 0)),
            ]
        });
        columns
    });
    bench.row("the same, axis 1", Exact, || {
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 2>(s, 2));
        let (x, y) = (ndarray_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 2));
        let mut columns = vec![
            making("holor", move || concat(Axis::<1>, &[&a, &b])),
            making("ndarray", move || {
                ndarray::concatenate(ndarray::Axis(1), &[x.view(), y.view()]).unwrap()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 2>(s, 1), candle_of::<f32, 2>(s, 2));
            let (k, l) = (burn_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 2));
            [
                making("candle", move || candle::Tensor::cat(&[&c, &d], 1).unwrap()),
                making("burn", move || burn_tensor::Tensor::cat(vec![k.clone(), l.clone()], 1)),
            ]
        });
        columns
    });
}
