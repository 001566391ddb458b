//! How fast are elements taken by indices and masks, counted and added up in groups?
//!
//! How to run: see `common`.

mod common;

use common::Check::{Exact, Within};
use common::{Group, changing, compare, making, ndarray_of, numbers, tensor_of};
use holor::prelude::*;
use ndarray::{Array1, Axis as NdAxis};

const LEN: usize = 1_000_000;

fn main() {
    common::main("index", &[take, rows, masks, counts, groups]);
}

/// Numbers below `limit`, the same in every run.
fn indices(len: usize, limit: usize) -> Vec<usize> {
    let numbers = numbers::<f64>(len, 7).into_iter();
    numbers.map(|x| ((x + 1.0) / 2.0 * limit as f64) as usize % limit).collect()
}

fn take(group: &mut Group<'_>) {
    let (a, x) = (&tensor_of::<f32, 1>([LEN], 1), &ndarray_of::<f32, 1>([LEN], 1));
    let at = &indices(LEN, LEN);
    let columns =
        [making("holor", || a.take(Axis::<0>, at)), making("ndarray", || x.select(NdAxis(0), at))];
    compare(group, "take 1M of 1M f32", Exact, columns);
    let m = &a.reshape([1000, 1000]);
    let along = &Tensor::from_vec(indices(LEN, 1000), [1000, 1000]).expect("a million");
    let columns = [
        making("holor", || m.take_along_axis(Last, along)),
        making("loop", || {
            let (m, along) = (m.as_slice().expect("contiguous"), along.as_slice().expect("as m"));
            let at = |(i, &j): (usize, &usize)| m[i / 1000 * 1000 + j];
            along.iter().enumerate().map(at).collect::<Vec<f32>>()
        }),
    ];
    compare(group, "take_along_axis 1000^2, last axis", Exact, columns);
}

fn rows(group: &mut Group<'_>) {
    for n in [2, 16, 256] {
        let shape = [(1 << 20) / n, n];
        let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
        let at = &indices(shape[0], shape[0]);
        let columns = [
            making("holor", || a.take(Axis::<0>, at)),
            making("ndarray", || x.select(NdAxis(0), at)),
        ];
        compare(group, &format!("take rows of {n} f32"), Exact, columns);
    }
}

fn masks(group: &mut Group<'_>) {
    let (a, x) = (&tensor_of::<f32, 1>([LEN], 1), &ndarray_of::<f32, 1>([LEN], 1));
    for (name, limit) in [("half", 0.0), ("1 of 100", 0.98)] {
        let (hit, mask) = (&a.greater(limit), &x.mapv(|x| x > limit));
        let kept = || x.iter().zip(mask).filter(|(_, hit)| **hit).map(|(x, _)| *x);
        let columns = [
            making("holor", || a.mask_select(hit)),
            making("ndarray", || kept().collect::<Array1<f32>>()),
        ];
        compare(group, &format!("mask_select {name} of 1M f32"), Exact, columns);
        let places = || mask.iter().enumerate().filter(|(_, hit)| **hit).map(|(i, _)| i);
        let columns = [
            making("holor", || {
                let [places] = hit.nonzero();
                places
            }),
            making("ndarray", || places().collect::<Array1<usize>>()),
        ];
        compare(group, &format!("nonzero {name} of 1M bool"), Exact, columns);
    }
}

fn counts(group: &mut Group<'_>) {
    for limit in [10, 1000, LEN] {
        let numbers = indices(LEN, limit);
        let a = &Tensor::from(numbers.clone());
        let columns = [
            making("holor", || a.bincount_with_min_len(limit)),
            making("loop", || {
                let mut counts = vec![0_usize; limit];
                numbers.iter().for_each(|&i| counts[i] += 1);
                counts
            }),
        ];
        compare(group, &format!("bincount 1M below {limit}"), Exact, columns);
    }
}

fn groups(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 1>([LEN], 1);
    for limit in [1000, LEN] {
        let ids = &Tensor::from(indices(LEN, limit));
        let add = |sums: &mut Vec<f32>| {
            let (ids, a) = (ids.as_slice().expect("contiguous"), a.as_slice().expect("as well"));
            ids.iter().zip(a).for_each(|(&i, x)| sums[i] += x);
        };
        let columns = [
            changing(
                "holor",
                || Tensor::<f32, 1>::zeros([limit]),
                |sums: &mut Tensor<f32, 1>| sums.scatter_add(Axis::<0>, ids, a),
            ),
            changing("loop", || vec![0.0; limit], add),
        ];
        compare(group, &format!("scatter_add 1M f32 to {limit}"), Exact, columns);
    }
    let (rows, ids) = (&a.reshape([15625, 64]), &indices(15625, 100));
    let columns = [
        making("holor", || rows.segment_sum(Axis::<0>, ids, 100)),
        making("loop", || {
            let mut sums = vec![0.0; 6400];
            for (&i, row) in ids.iter().zip(rows.axis_iter(Axis::<0>)) {
                let row = row.as_slice().expect("contiguous");
                sums[i * 64..][..64].iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            sums
        }),
    ];
    compare(group, "segment_sum [15625, 64] f32 to 100", Within(1e-5), columns);
}
