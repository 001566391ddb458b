//! Choices, counts and searches of many elements, lanes of products, signals and volumes.
//!
//! ndarray has none of them: loops and closures.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use holor::{ConvTransposeOptions, Overlap};
use ndarray::{Array1, Array2, Axis as NdAxis, Zip as NdZip};

#[cfg(feature = "all")]
use burn_tensor::{IndexingUpdateOp, module, ops as options};

const MILLION: usize = 1_000_000;

pub fn choices(bench: &mut Bench) {
    let n = [MILLION];
    bench.row("clamp, 1M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 1));
        let mut columns = vec![
            making("holor", move || a.clamp(-0.5, 0.5)),
            making("ndarray", move || x.mapv(|x| x.clamp(-0.5, 0.5))),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 1>(n, 1), burn_of::<f32, 1>(n, 1));
            [
                making("candle", move || c.clamp(-0.5_f32, 0.5_f32).unwrap()),
                making("burn", move || k.clone().clamp(-0.5, 0.5)),
            ]
        });
        columns
    });
    bench.row("where_cond, 1M", Exact, || {
        let (a, b) = (holor_of::<f32, 1>(n, 1), holor_of::<f32, 1>(n, 2));
        let (x, y) = (ndarray_of::<f32, 1>(n, 1), ndarray_of::<f32, 1>(n, 2));
        let (mask, hits) = (a.greater(0.0), x.mapv(|x| x > 0.0));
        let mut columns = vec![
            making("holor", move || mask.where_cond(&a, &b)),
            making("ndarray", move || {
                let choose = |&hit: &bool, &x: &f32, &y: &f32| if hit { x } else { y };
                NdZip::from(&hits).and(&x).and(&y).map_collect(choose)
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 1>(n, 1), candle_of::<f32, 1>(n, 2));
            let (k, l) = (burn_of::<f32, 1>(n, 1), burn_of::<f32, 1>(n, 2));
            let (hits, mask) = (c.gt(0.0_f32).unwrap(), k.clone().greater_elem(0.0));
            [
                making("candle", move || hits.where_cond(&c, &d).unwrap()),
                making("burn", move || l.clone().mask_where(mask.clone(), k.clone())),
            ]
        });
        columns
    });
    bench.row("count_nonzero of 1M bool", Exact, || {
        let mask = holor_of::<f32, 1>(n, 1).greater(0.0);
        let hits = ndarray_of::<f32, 1>(n, 1).mapv(|x| x > 0.0);
        vec![
            making("holor", move || mask.count_nonzero(All)),
            making("ndarray", move || hits.iter().filter(|hit| **hit).count()),
        ]
    });
}

pub fn searches(bench: &mut Bench) {
    bench.row("searchsorted, 100K in 100K", Exact, || {
        let n = [100_000];
        let (sorted, a) = (holor_of::<f32, 1>(n, 1).sort(Last), holor_of::<f32, 1>(n, 2));
        let (steps, x) = (Array1::from(sorted.to_vec()), ndarray_of::<f32, 1>(n, 2));
        vec![
            making("holor", move || sorted.searchsorted(&a)),
            making("ndarray", move || {
                let steps = steps.as_slice().expect("contiguous");
                x.mapv(|x| steps.partition_point(|&step| step < x))
            }),
        ]
    });
    bench.row("isin i64, 1M in 143", Exact, || {
        let all = indices(MILLION, 1000, 1).into_iter().map(|i| i as i64).collect::<Vec<_>>();
        let some: Vec<i64> = (0..143).map(|i| i * 7).collect();
        let (a, set) = (Tensor::from(all.clone()), Tensor::from(some.clone()));
        let x = Array1::from(all);
        vec![
            making("holor", move || a.isin(&set).cast::<i32>()),
            making("ndarray", move || x.mapv(|x| i32::from(some.binary_search(&x).is_ok()))),
        ]
    });
    bench.row("histogram f64, 1M in 100", Exact, || {
        let (a, x) = (holor_of::<f64, 1>([MILLION], 1), ndarray_of::<f64, 1>([MILLION], 1));
        vec![
            making("holor", move || a.histogram(100).0),
            making("ndarray", move || {
                let (low, high) =
                    x.iter().fold((x[0], x[0]), |(low, high), &x| (low.min(x), high.max(x)));
                // numpy's formula for an edge.
                let step = (high - low) / 100.0;
                let edge = |i: usize| if i == 100 { high } else { i as f64 * step + low };
                let mut counts = Array1::<usize>::zeros(100);
                for &x in &x {
                    let mut bin = (((x - low) / (high - low) * 100.0) as usize).min(99);
                    bin -= usize::from(x < edge(bin));
                    bin += usize::from(bin < 99 && x >= edge(bin + 1));
                    counts[bin] += 1;
                }
                counts
            }),
        ]
    });
    bench.row("quantiles f64, 3 of 1M", Within(1e-12), || {
        let q = [0.25, 0.5, 0.75];
        let (a, x) = (holor_of::<f64, 1>([MILLION], 1), ndarray_of::<f64, 1>([MILLION], 1));
        vec![
            making("holor", move || a.quantiles(All, &q)),
            making("ndarray", move || {
                let mut parts = x.to_vec();
                Array1::from_iter(q.map(|q| {
                    let place = q * (MILLION - 1) as f64;
                    let (_, &mut low, above) =
                        parts.select_nth_unstable_by(place as usize, f64::total_cmp);
                    let high = above.iter().fold(f64::INFINITY, |least, &x| least.min(x));
                    low + (high - low) * place.fract()
                }))
            }),
        ]
    });
}

pub fn lanes(bench: &mut Bench) {
    let s = [1000, 1000];
    bench.row("take_along_axis, [1000,1000]", Exact, || {
        let places = indices(MILLION, s[1], 2);
        let at = Tensor::from_vec(places.clone(), s).expect("a million");
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        #[cfg(feature = "all")]
        let others = {
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            let (d, l) = (candle_indices(&places), burn_indices(&places));
            let (d, l) = (d.reshape(&s[..]).expect("a million"), l.reshape(s));
            [
                making("candle", move || c.gather(&d, 1).unwrap()),
                making("burn", move || k.clone().gather(1, l.clone())),
            ]
        };
        let places = Array2::from_shape_vec(s, places).expect("a million");
        let mut columns = vec![
            making("holor", move || a.take_along_axis(Last, &at)),
            making("ndarray", move || {
                let mut taken = Array2::zeros(s);
                let rows = NdZip::from(taken.rows_mut()).and(places.rows()).and(x.rows());
                rows.for_each(|mut taken, places, x| {
                    taken.zip_mut_with(&places, |taken, &i| *taken = x[i]);
                });
                taken
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend(others);
        columns
    });
    bench.row("segment_sum of [100K,64] to 1000", Within(1e-4), || {
        let s = [100_000, 64];
        let ids = indices(s[0], 1000, 2);
        let (a, x, places) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1), ids.clone());
        #[cfg(feature = "all")]
        let others = {
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            let (d, l) = (candle_indices(&ids), burn_indices(&ids));
            [
                making("candle", move || {
                    let zeros =
                        candle_core::Tensor::zeros((1000, 64), candle_core::DType::F32, c.device());
                    zeros.unwrap().index_add(&d, &c, 0).unwrap()
                }),
                making("burn", move || {
                    let zeros =
                        burn_tensor::Tensor::<2>::zeros([1000, 64], &burn_tensor::Device::flex());
                    zeros.select_assign(0, l.clone(), k.clone(), IndexingUpdateOp::Add)
                }),
            ]
        };
        let mut columns = vec![
            making("holor", move || a.segment_sum(Axis::<0>, &ids, 1000)),
            making("ndarray", move || {
                let mut sums = Array2::<f32>::zeros([1000, 64]);
                for (row, &id) in x.outer_iter().zip(&places) {
                    let mut sum = sums.index_axis_mut(NdAxis(0), id);
                    sum += &row;
                }
                sums
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend(others);
        columns
    });
    bench.row("vecdot, [10000,100]", Within(1e-5), || {
        let s = [10_000, 100];
        let (a, b) = (holor_of::<f32, 2>(s, 1), holor_of::<f32, 2>(s, 2));
        let (x, y) = (ndarray_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 2));
        vec![
            making("holor", move || a.vecdot(Last, &b)),
            making("ndarray", move || {
                NdZip::from(x.rows()).and(y.rows()).map_collect(|x, y| x.dot(&y))
            }),
        ]
    });
}

pub fn signals(bench: &mut Bench) {
    bench.row("convolve f32, 100K by 101", Within(1e-4), || {
        let (n, m) = (100_000, 101);
        let (a, b) = (holor_of::<f32, 1>([n], 1), holor_of::<f32, 1>([m], 2));
        let (x, y) = (ndarray_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([m], 2));
        vec![
            making("holor", move || a.convolve(&b, Overlap::Full)),
            making("ndarray", move || {
                let mut sums = Array1::<f32>::zeros(n + m - 1);
                for (i, &y) in y.iter().enumerate() {
                    sums.slice_mut(ndarray::s![i..i + n]).scaled_add(y, &x);
                }
                sums
            }),
        ]
    });
    bench.row("[8,64,1000] conv 3 to 64", Within(1e-3), || {
        let (s, weights) = ([8, 64, 1000], [64, 64, 3]);
        let (a, b) = (holor_of::<f32, 3>(s, 1), holor_of::<f32, 3>(weights, 2));
        let mut columns = vec![making("holor", move || a.conv(&b))];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 3>(s, 1), candle_of::<f32, 3>(weights, 2));
            let (k, l) = (burn_of::<f32, 3>(s, 1), burn_of::<f32, 3>(weights, 2));
            let how = options::ConvOptions::new([1], [0], [1], 1);
            [
                making("candle", move || c.conv1d(&d, 0, 1, 1, 1).unwrap()),
                making("burn", move || module::conv1d(k.clone(), l.clone(), None, how.clone())),
            ]
        });
        columns
    });
    bench.row("[1,16,16,32,32] conv 3x3x3 to 32", Within(1e-3), || {
        let (s, weights) = ([1, 16, 16, 32, 32], [32, 16, 3, 3, 3]);
        let (a, b) = (holor_of::<f32, 5>(s, 1), holor_of::<f32, 5>(weights, 2));
        let mut columns = vec![making("holor", move || a.conv(&b))];
        #[cfg(feature = "all")]
        columns.extend({
            let (k, l) = (burn_of::<f32, 5>(s, 1), burn_of::<f32, 5>(weights, 2));
            let how = options::ConvOptions::new([1; 3], [0; 3], [1; 3], 1);
            [making("burn", move || module::conv3d(k.clone(), l.clone(), None, how.clone()))]
        });
        columns
    });
    bench.row("[1,64,28,28] conv_transpose 2x2 to 32 step 2", Within(1e-3), || {
        let (s, weights) = ([1, 64, 28, 28], [64, 32, 2, 2]);
        let (a, b) = (holor_of::<f32, 4>(s, 1), holor_of::<f32, 4>(weights, 2));
        let how = ConvTransposeOptions { stride: [2; 2], ..Default::default() };
        let mut columns = vec![making("holor", move || a.conv_transpose_with_options(&b, how))];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 4>(s, 1), candle_of::<f32, 4>(weights, 2));
            let (k, l) = (burn_of::<f32, 4>(s, 1), burn_of::<f32, 4>(weights, 2));
            let how = options::ConvTransposeOptions::new([2; 2], [0; 2], [0; 2], [1; 2], 1);
            [
                making("candle", move || c.conv_transpose2d(&d, 0, 0, 2, 1).unwrap()),
                making("burn", move || {
                    module::conv_transpose2d(k.clone(), l.clone(), None, how.clone())
                }),
            ]
        });
        columns
    });
}
