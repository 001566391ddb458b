//! Sorting, selection and sets.
//!
//! ndarray has none of them: the functions of slices in std.

use crate::bench::Check::Exact;
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::prelude::*;
use ndarray::{Array1, Array2, Axis as NdAxis};

const MILLION: usize = 1_000_000;

pub fn sort(bench: &mut Bench) {
    for (size, n) in [("1K", 1 << 10), ("1M", MILLION)] {
        bench.row(&format!("sort f32, {size}"), Exact, || {
            let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
            let mut columns = vec![
                making("holor", move || a.sort(Last)),
                making("ndarray", move || {
                    let mut sorted = x.to_vec();
                    sorted.sort_unstable_by(f32::total_cmp);
                    Array1::from(sorted)
                }),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, k) = (candle_of::<f32, 1>([n], 1), burn_of::<f32, 1>([n], 1));
                [
                    making("candle", move || c.sort_last_dim(true).unwrap().0),
                    making("burn", move || k.clone().sort(0)),
                ]
            });
            columns
        });
    }
    bench.row("sort i64, 1M", Exact, || {
        let numbers = scattered(MILLION);
        let (a, x) = (Tensor::from(numbers.clone()), Array1::from(numbers));
        #[cfg(feature = "all")]
        let k = {
            let data = burn_tensor::TensorData::new(x.to_vec(), [MILLION]);
            let options = (&burn_tensor::Device::flex(), burn_tensor::DType::I64);
            burn_tensor::Tensor::<1, burn_tensor::Int>::from_data(data, options)
        };
        let mut columns = vec![
            making("holor", move || a.sort(Last)),
            making("ndarray", move || {
                let mut sorted = x.to_vec();
                sorted.sort_unstable();
                Array1::from(sorted)
            }),
        ];
        #[cfg(feature = "all")]
        columns.push(making("burn", move || k.clone().sort(0)));
        columns
    });
}

/// Integers of 40 random bits, which `f64` holds.
fn scattered(len: usize) -> Vec<i64> {
    let pairs = indices(len, 1 << 20, 1).into_iter().zip(indices(len, 1 << 20, 2));
    pairs.map(|(high, low)| (high << 20 | low) as i64).collect()
}

pub fn sort_lanes(bench: &mut Bench) {
    let s = [1000, 1000];
    bench.row("sort [1000,1000] f32, axis 0", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.sort(Axis::<0>)),
            making("ndarray", move || {
                let mut columns = x.t().as_standard_layout().into_owned();
                sort_rows(&mut columns);
                columns.t().as_standard_layout().into_owned()
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            [
                making("candle", move || {
                    let columns = c.t().unwrap().contiguous().unwrap();
                    let sorted = columns.sort_last_dim(true).unwrap().0;
                    sorted.t().unwrap().contiguous().unwrap()
                }),
                making("burn", move || k.clone().sort(0)),
            ]
        });
        columns
    });
    bench.row("the same, last axis", Exact, || {
        let (a, x) = (holor_of::<f32, 2>(s, 1), ndarray_of::<f32, 2>(s, 1));
        let mut columns = vec![
            making("holor", move || a.sort(Last)),
            making("ndarray", move || {
                let mut sorted = x.clone();
                sort_rows(&mut sorted);
                sorted
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 2>(s, 1), burn_of::<f32, 2>(s, 1));
            [
                making("candle", move || c.sort_last_dim(true).unwrap().0),
                making("burn", move || k.clone().sort(1)),
            ]
        });
        columns
    });
}

fn sort_rows(x: &mut Array2<f32>) {
    for mut row in x.axis_iter_mut(NdAxis(0)) {
        row.as_slice_mut().expect("contiguous").sort_unstable_by(f32::total_cmp);
    }
}

/// No number is there twice, so that no order of equal ones matters.
pub fn argsort(bench: &mut Bench) {
    bench.row("argsort f32, 1M", Exact, || {
        let numbers: Vec<f32> = shuffled(MILLION, 1).into_iter().map(|i| i as f32).collect();
        let (a, x) = (Tensor::from(numbers.clone()), Array1::from(numbers));
        #[cfg(feature = "all")]
        let others = {
            let c = candle_core::Tensor::from_vec(x.to_vec(), MILLION, &candle_core::Device::Cpu);
            let c = c.expect("a million");
            let data = burn_tensor::TensorData::new(x.to_vec(), [MILLION]);
            let k = burn_tensor::Tensor::<1>::from_data(data, &burn_tensor::Device::flex());
            [
                making("candle", move || c.arg_sort_last_dim(true).unwrap()),
                making("burn", move || k.clone().argsort(0)),
            ]
        };
        let mut columns = vec![
            making("holor", move || a.argsort(Last)),
            making("ndarray", move || {
                let mut order: Vec<usize> = (0..x.len()).collect();
                order.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
                Array1::from(order)
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend(others);
        columns
    });
}

/// An odd number of elements: the median is one of them, for which all have the same rule.
pub fn selection(bench: &mut Bench) {
    bench.row("topk f32, 100 of 1M", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([MILLION], 1), ndarray_of::<f32, 1>([MILLION], 1));
        let mut columns = vec![
            making("holor", move || a.topk(Last, 100).0),
            making("ndarray", move || {
                let mut parts = x.to_vec();
                parts.select_nth_unstable_by(100, |a, b| b.total_cmp(a));
                parts.truncate(100);
                parts.sort_unstable_by(|a, b| b.total_cmp(a));
                Array1::from(parts)
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 1>([MILLION], 1);
            [making("burn", move || k.clone().topk(100, 0))]
        });
        columns
    });
    let n = MILLION + 1;
    bench.row("median f32, 1M and 1", Exact, || {
        let (a, x) = (holor_of::<f32, 1>([n], 1), ndarray_of::<f32, 1>([n], 1));
        let mut columns = vec![
            making("holor", move || a.median(All)),
            making("ndarray", move || {
                let mut parts = x.to_vec();
                *parts.select_nth_unstable_by(n / 2, f32::total_cmp).1
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 1>([n], 1);
            [making("burn", move || k.clone().median(0))]
        });
        columns
    });
}

pub fn sets(bench: &mut Bench) {
    bench.row("unique i64, 1000 of 1M", Exact, || {
        let numbers: Vec<i64> =
            indices(MILLION, 1000, 1).into_iter().map(|i| (i * 7_919) as i64).collect();
        let (a, x) = (Tensor::from(numbers.clone()), Array1::from(numbers));
        vec![
            making("holor", move || a.unique()),
            making("ndarray", move || {
                let mut sorted = x.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                Array1::from(sorted)
            }),
        ]
    });
}
