//! How fast are sorting, selection and sets? ndarray has none of them: the other column is std.
//!
//! How to run: see `common`.

mod common;

use common::Check::{Exact, Within};
use common::{Group, compare, making, numbers, tensor_of};
use holor::prelude::*;

fn main() {
    common::main("order", &[sorts, lanes, positions, selection, sets]);
}

/// The floats of std are sorted by `total_cmp`: there are no NaN and no zeros with a sign.
fn sorts(group: &mut Group<'_>) {
    macro_rules! row {
        ($make:ident, $n:expr, $name:literal, $compare:expr) => {
            let v = &$make($n);
            let a = &Tensor::from_vec(v.clone(), [$n]).expect("as many");
            let std = || {
                let mut sorted = v.clone();
                sorted.sort_unstable_by($compare);
                sorted
            };
            compare(group, $name, Exact, [making("holor", || a.sort(Last)), making("std", std)]);
        };
    }
    row!(singles, 1_000_000, "sort f32, 1M", f32::total_cmp);
    row!(doubles, 1_000_000, "sort f64, 1M", f64::total_cmp);
    row!(singles, 1000, "sort f32, 1000", f32::total_cmp);
    row!(doubles, 1000, "sort f64, 1000", f64::total_cmp);
    row!(longs, 1_000_000, "sort i64, 1M", i64::cmp);
}

fn singles(n: usize) -> Vec<f32> {
    numbers(n, 1)
}

/// With 48 random bits.
fn doubles(n: usize) -> Vec<f64> {
    let pairs = numbers::<f64>(n, 1).into_iter().zip(numbers::<f64>(n, 2));
    pairs.map(|(high, low)| high + low / f64::from(1 << 23)).collect()
}

fn longs(n: usize) -> Vec<i64> {
    integers(n, i64::MAX).to_vec()
}

/// Integers below a limit, scattered.
fn integers(n: usize, limit: i64) -> Tensor<i64, 1> {
    let scattered = |i: usize| (i as i64).wrapping_mul(0x5851_f42d_4c95_7f2d) & i64::MAX;
    Tensor::from_vec((0..n).map(|i| scattered(i + 1) % limit).collect(), [n]).expect("n elements")
}

fn lanes(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 2>([1000, 1000], 1);
    let by_hand = |t: &TensorRef<f32, 2>| {
        let mut sorted = t.to_vec();
        sorted.chunks_mut(1000).for_each(|lane| lane.sort_unstable_by(f32::total_cmp));
        Tensor::from_vec(sorted, [1000, 1000]).expect("as many")
    };
    let columns = [making("holor", || a.sort(Last)), making("std", || by_hand(a))];
    compare(group, "sort [1000,1000] f32", Exact, columns);
    let columns = [
        making("holor", || a.sort(Axis::<0>)),
        making("std", || by_hand(&a.transpose()).transpose().to_owned()),
    ];
    compare(group, "sort [1000,1000] f32, axis 0", Exact, columns);
}

fn positions(group: &mut Group<'_>) {
    macro_rules! row {
        ($make:ident, $n:expr, $name:literal) => {
            let v = &$make($n);
            let a = &Tensor::from_vec(v.clone(), [$n]).expect("as many");
            let std = || {
                let mut order: Vec<usize> = (0..v.len()).collect();
                order.sort_by(|&a, &b| v[a].total_cmp(&v[b]));
                order
            };
            compare(group, $name, Exact, [making("holor", || a.argsort(Last)), making("std", std)]);
        };
    }
    row!(singles, 1_000_000, "argsort f32, 1M");
    row!(doubles, 1_000_000, "argsort f64, 1M");
    row!(singles, 1000, "argsort f32, 1000");
}

fn selection(group: &mut Group<'_>) {
    let n = 1_000_000;
    let (a, v) = (&tensor_of::<f32, 1>([n], 1), &numbers::<f32>(n, 1));
    let std = || {
        let mut parts = v.clone();
        parts.select_nth_unstable_by(n / 2, f32::total_cmp);
        let below = parts[..n / 2].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        below + (parts[n / 2] - below) * 0.5
    };
    let columns = [making("holor", || a.median(All)), making("std", std)];
    compare(group, "median f32, 1M", Within(1e-6), columns);
    let std = || {
        let mut order: Vec<usize> = (0..n).collect();
        let compare = |a: &usize, b: &usize| v[*b].total_cmp(&v[*a]).then(a.cmp(b));
        order.select_nth_unstable_by(10, compare);
        order.truncate(10);
        order.sort_unstable_by(compare);
        order
    };
    let columns = [making("holor", || a.topk(Last, 10).1), making("std", std)];
    compare(group, "topk f32, 10 of 1M", Exact, columns);
}

fn sets(group: &mut Group<'_>) {
    let (a, v) = (&integers(1_000_000, 1000), &integers(1_000_000, 1000).to_vec());
    let std = || {
        let mut sorted = v.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted
    };
    let columns = [making("holor", || a.unique()), making("std", std)];
    compare(group, "unique i64, 1000 of 1M", Exact, columns);
    let set = &integers(1000, 1000).step(Axis::<0>, 7).to_owned();
    let hashed: std::collections::HashSet<i64> = set.iter().copied().collect();
    let std = || v.iter().map(|x| usize::from(hashed.contains(x))).collect::<Vec<usize>>();
    let holor = || a.isin(set).map(|&found| usize::from(found));
    compare(group, "isin i64, 1M in 143", Exact, [making("holor", holor), making("std", std)]);
}
