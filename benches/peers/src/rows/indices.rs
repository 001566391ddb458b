//! Elements taken by indices and masks, counted and added up in groups.
//!
//! ndarray has `select`; the rest is a loop.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::{Array1, Axis as NdAxis};

#[cfg(feature = "all")]
use {burn_tensor as burn, candle_core as candle};

const MILLION: usize = 1_000_000;

pub fn take(bench: &mut Bench) {
    bench.row("take 100K rows of [100K,64]", Exact, || {
        let s = [100_000, 64];
        let (a, at) = (holor_of::<f32, 2>(s, 1), indices(s[0], s[0], 2));
        let (x, places) = (ndarray_of::<f32, 2>(s, 1), at.clone());
        #[cfg(feature = "all")]
        let others = {
            let (c, d) = (candle_of::<f32, 2>(s, 1), candle_indices(&at));
            let (e, f) = (nalgebra_of::<f32>(s, 1), at.clone());
            let (k, l) = (burn_of::<f32, 2>(s, 1), burn_indices(&at));
            [
                making("candle", move || c.index_select(&d, 0).unwrap()),
                making("nalgebra", move || e.select_rows(&f)),
                making("burn", move || k.clone().select(0, l.clone())),
            ]
        };
        let mut columns = vec![
            making("holor", move || a.take(Axis::<0>, &at)),
            making("ndarray", move || x.select(NdAxis(0), &places)),
        ];
        #[cfg(feature = "all")]
        columns.extend(others);
        columns
    });
    bench.row("take 1M of 1M f32", Exact, || {
        let (a, at) = (holor_of::<f32, 1>([MILLION], 1), indices(MILLION, MILLION, 2));
        let (x, places) = (ndarray_of::<f32, 1>([MILLION], 1), at.clone());
        #[cfg(feature = "all")]
        let others = {
            let (c, d) = (candle_of::<f32, 1>([MILLION], 1), candle_indices(&at));
            let (k, l) = (burn_of::<f32, 1>([MILLION], 1), burn_indices(&at));
            [
                making("candle", move || c.index_select(&d, 0).unwrap()),
                making("burn", move || k.clone().select(0, l.clone())),
            ]
        };
        let mut columns = vec![
            making("holor", move || a.take(Axis::<0>, &at)),
            making("ndarray", move || x.select(NdAxis(0), &places)),
        ];
        #[cfg(feature = "all")]
        columns.extend(others);
        columns
    });
}

pub fn masks(bench: &mut Bench) {
    bench.row("mask_select half of 1M f32", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([MILLION], 1), ndarray_of::<f32, 1>([MILLION], 1));
        let (mask, hits) = (a.greater(0.0), x.mapv(|x| x > 0.0));
        vec![
            making("holor", move || a.mask_select(&mask)),
            making("ndarray", move || {
                let kept = x.iter().zip(&hits).filter(|(_, hit)| **hit).map(|(x, _)| *x);
                kept.collect::<Array1<f32>>()
            }),
        ]
    });
    bench.row("nonzero half of 1M bool", Exact, || {
        let mask = holor_of::<f32, 1>([MILLION], 1).greater(0.0);
        let hits = ndarray_of::<f32, 1>([MILLION], 1).mapv(|x| x > 0.0);
        let mut columns = vec![
            making("holor", move || {
                let [places] = mask.nonzero();
                places
            }),
            making("ndarray", move || {
                let places = hits.iter().enumerate().filter(|(_, hit)| **hit).map(|(i, _)| i);
                places.collect::<Array1<usize>>()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 1>([MILLION], 1).greater_elem(0.0);
            [making("burn", move || k.clone().nonzero().remove(0))]
        });
        columns
    });
}

pub fn groups(bench: &mut Bench) {
    bench.row("bincount 1M below 1000", Exact, || {
        let numbers = indices(MILLION, 1000, 1);
        let a = Tensor::from(numbers.clone());
        let x = Array1::from(numbers);
        vec![
            making("holor", move || a.bincount()),
            making("ndarray", move || {
                let mut counts = Array1::<usize>::zeros(x.iter().max().map_or(0, |max| max + 1));
                x.iter().for_each(|&i| counts[i] += 1);
                counts
            }),
        ]
    });
    bench.row("scatter_add 1M f32 to 1000", Within(1e-4), || {
        let ids = indices(MILLION, 1000, 2);
        let (a, at) = (holor_of::<f32, 1>([MILLION], 1), Tensor::from(ids.clone()));
        let (x, places) = (ndarray_of::<f32, 1>([MILLION], 1), Array1::from(ids.clone()));
        let mut columns = vec![
            making("holor", move || {
                let mut sums = Tensor::<f32, 1>::zeros([1000]);
                sums.scatter_add(Axis::<0>, &at, &a);
                sums
            }),
            making("ndarray", move || {
                let mut sums = Array1::<f32>::zeros(1000);
                places.iter().zip(&x).for_each(|(&i, x)| sums[i] += x);
                sums
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 1>([MILLION], 1), candle_indices(&ids));
            let (k, l) = (burn_of::<f32, 1>([MILLION], 1), burn_indices(&ids));
            [
                making("candle", move || {
                    let zeros = candle::Tensor::zeros(1000, candle::DType::F32, c.device());
                    zeros.unwrap().scatter_add(&d, &c, 0).unwrap()
                }),
                making("burn", move || {
                    let zeros = burn::Tensor::<1>::zeros([1000], &burn::Device::flex());
                    zeros.scatter(0, l.clone(), k.clone(), burn::IndexingUpdateOp::Add)
                }),
            ]
        });
        columns
    });
}
