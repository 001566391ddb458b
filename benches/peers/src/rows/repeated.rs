//! Elements repeated, rolled and mirrored.
//!
//! ndarray repeats by a broadcast view that is copied, and rolls by joining two parts.

use crate::bench::Check::Exact;
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::{Axis as NdAxis, s as nd_s};

#[cfg(feature = "all")]
use burn_tensor::ops::PadMode as BurnPadMode;

const SHAPE: [usize; 2] = [1000, 1000];

pub fn tile(bench: &mut Bench) {
    bench.row("tile [1000,1000] by [2,2]", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        let mut columns = vec![
            making("holor", move || a.tile([2, 2])),
            making("ndarray", move || {
                let x = x.view().insert_axis(NdAxis(1)).insert_axis(NdAxis(0));
                let tiles = x.broadcast([2, 1000, 2, 1000]).unwrap();
                let tiles = tiles.as_standard_layout().into_owned();
                tiles.into_shape_with_order((2000, 2000)).unwrap()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(SHAPE, 1), burn_of::<f32, 2>(SHAPE, 1));
            [
                making("candle", move || c.repeat((2, 2)).unwrap()),
                making("burn", move || k.clone().repeat(&[2, 2])),
            ]
        });
        columns
    });
}

pub fn repeat(bench: &mut Bench) {
    bench.row("repeat [1000,1000] twice, axis 0", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        vec![
            making("holor", move || a.repeat(Axis::<0>, 2)),
            making("ndarray", move || {
                let x = x.view().insert_axis(NdAxis(1));
                let rows = x.broadcast([1000, 2, 1000]).unwrap().as_standard_layout().into_owned();
                rows.into_shape_with_order((2000, 1000)).unwrap()
            }),
        ]
    });
    bench.row("repeat [1000,1000] twice, axis 1", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        vec![
            making("holor", move || a.repeat(Axis::<1>, 2)),
            making("ndarray", move || {
                let x = x.view().insert_axis(NdAxis(2));
                let pairs = x.broadcast([1000, 1000, 2]).unwrap().as_standard_layout().into_owned();
                pairs.into_shape_with_order((1000, 2000)).unwrap()
            }),
        ]
    });
}

pub fn roll(bench: &mut Bench) {
    bench.row("roll [1000,1000] by 300, axis 0", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        let mut columns = vec![
            making("holor", move || a.roll(Axis::<0>, 300)),
            making("ndarray", move || {
                let parts = [x.slice(nd_s![700.., ..]), x.slice(nd_s![..700, ..])];
                ndarray::concatenate(NdAxis(0), &parts).unwrap()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(SHAPE, 1), burn_of::<f32, 2>(SHAPE, 1));
            [
                making("candle", move || c.roll(300, 0).unwrap()),
                making("burn", move || k.clone().roll(&[300], &[0])),
            ]
        });
        columns
    });
    bench.row("roll [1000,1000] by 300, axis 1", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        let mut columns = vec![
            making("holor", move || a.roll(Axis::<1>, 300)),
            making("ndarray", move || {
                let parts = [x.slice(nd_s![.., 700..]), x.slice(nd_s![.., ..700])];
                ndarray::concatenate(NdAxis(1), &parts).unwrap()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(SHAPE, 1), burn_of::<f32, 2>(SHAPE, 1));
            [
                making("candle", move || c.roll(300, 1).unwrap()),
                making("burn", move || k.clone().roll(&[300], &[1])),
            ]
        });
        columns
    });
}

pub fn mirror(bench: &mut Bench) {
    bench.row("pad [1000,1000] by 10, reflected", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(SHAPE, 1), ndarray_of::<f32, 2>(SHAPE, 1));
        let mut columns = vec![
            making("holor", move || a.pad_with_mode([(10, 10), (10, 10)], PadMode::Reflect)),
            making("ndarray", move || {
                let mirrored = (1..=10).rev().chain(0..1000).chain((989..999).rev());
                let mirrored: Vec<usize> = mirrored.collect();
                x.select(NdAxis(0), &mirrored).select(NdAxis(1), &mirrored)
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 2>(SHAPE, 1);
            [making("burn", move || k.clone().pad([(10, 10), (10, 10)], BurnPadMode::Reflect))]
        });
        columns
    });
}
