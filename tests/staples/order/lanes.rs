//! Each axis and each disguise against std, long lanes, every element type.

use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;
use std::cmp::Ordering;
use std::fmt::Debug;

/// Replaces each lane along an axis by what `f` makes of it.
fn along<T: Clone, U: Clone>(t: &Oracle<T>, axis: usize, f: &dyn Fn(&[T]) -> Vec<U>) -> Oracle<U> {
    let mut starts = t.shape.clone();
    starts[axis] = 1;
    let lane_of = |start: &[usize]| -> Vec<T> {
        let at = |i| {
            let mut index = start.to_vec();
            index[axis] = i;
            t.get(&index).clone()
        };
        (0..t.shape[axis]).map(at).collect()
    };
    let lanes = Oracle::from_fn(&starts, |start| f(&lane_of(&start)));
    let mut shape = t.shape.clone();
    shape[axis] = lanes.values.first().map_or(shape[axis], Vec::len);
    Oracle::from_fn(&shape, |mut index| {
        let i = std::mem::take(&mut index[axis]);
        lanes.get(&index)[i].clone()
    })
}

fn sorted<T: PartialOrd + Clone>(lane: &[T]) -> Vec<T> {
    let mut lane = lane.to_vec();
    lane.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    lane
}

/// The positions of a stable sort.
fn order<T: PartialOrd>(lane: &[T], descending: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lane.len()).collect();
    order.sort_by(|&a, &b| {
        let order = lane[a].partial_cmp(&lane[b]).unwrap();
        if descending { order.reverse() } else { order }
    });
    order
}

fn all_operations<T, A, const R: usize>(t: &Tensor<T, R>, axis: A)
where
    T: PartialOrd + Clone + Debug,
    A: AxisOf<R> + Copy,
{
    let (at, oracle) = (A::INDEX, Oracle::of(t));
    let n = t.shape()[at];
    let ascending = along(&oracle, at, &|lane| sorted(lane));
    let descending = along(&oracle, at, &|lane| {
        let lane = order(lane, true).into_iter().map(|i| lane[i].clone());
        lane.collect()
    });
    let up = along(&oracle, at, &|lane| order(lane, false));
    let down = along(&oracle, at, &|lane| order(lane, true));
    for (name, x) in disguises(t) {
        assert_eq!(Oracle::of(&x.sort(axis)), ascending, "{name} {at}");
        assert_eq!(Oracle::of(&x.sort_descending(axis)), descending, "{name} {at}");
        assert_eq!(Oracle::of(&x.argsort(axis)), up, "{name} {at}");
        assert_eq!(Oracle::of(&x.argsort_descending(axis)), down, "{name} {at}");
        let mut changed = x.clone();
        changed.sort_inplace(axis);
        assert_eq!(Oracle::of(&changed), ascending, "{name} {at}");
        assert_eq!(Oracle::of(&x), oracle, "{name} {at}");
        for k in [0, n / 3, n] {
            let (values, positions) = x.topk(axis, k);
            let first = |lane: &[usize]| lane[..k].to_vec();
            if !t.is_empty() && k > 0 {
                let best = along(&down, at, &first);
                assert_eq!(Oracle::of(&positions), best, "{name} {at} {k}");
                let best = along(&descending, at, &|lane| lane[..k].to_vec());
                assert_eq!(Oracle::of(&values), best, "{name} {at} {k}");
            }
            assert_eq!((values.shape()[at], positions.shape()[at]), (k, k));
        }
        for k in [0, n / 2, n.saturating_sub(1)] {
            if k >= n {
                continue;
            }
            let (values, positions) = (x.partition(axis, k), x.argpartition(axis, k));
            is_partition(&Oracle::of(&values), &ascending, at, k);
            let all = positions.sort(axis);
            assert_eq!(all, all.argsort(axis), "each position once");
            let check = |lane: &[(T, usize)]| -> Vec<()> {
                let found: Vec<T> = (0..n).map(|i| lane[lane[i].1].0.clone()).collect();
                let expected: Vec<T> = sorted(&found);
                assert_eq!(found[k], expected[k]);
                assert_eq!(sorted(&found[..k]), expected[..k]);
                vec![]
            };
            let pairs = zip((&x, &positions)).map(|x, &i| (x.clone(), i));
            along(&Oracle::of(&pairs), at, &check);
        }
    }
}

fn is_partition<T: PartialOrd + Clone + Debug>(
    found: &Oracle<T>,
    sorted_lanes: &Oracle<T>,
    axis: usize,
    k: usize,
) {
    let parts =
        |lane: &[T]| [sorted(&lane[..k]), sorted(&lane[k..=k]), sorted(&lane[k + 1..])].concat();
    assert_eq!(&along(found, axis, &parts), sorted_lanes);
}

fn every_axis<T: PartialOrd + Clone + Debug>(f: impl Fn(usize) -> T) {
    let make1 = |n: usize| Tensor::from_vec((0..n).map(&f).collect(), [n]).unwrap();
    for n in [0, 1, 2, 7, 33] {
        all_operations(&make1(n), Last);
    }
    let make2 = |[a, b]: [usize; 2]| make1(a * b).reshape([a, b]);
    for shape in [[0, 3], [3, 0], [1, 4], [4, 1], [5, 6]] {
        all_operations(&make2(shape), Axis::<0>);
        all_operations(&make2(shape), Last);
    }
    let make3 = make1(24).reshape([2, 3, 4]);
    all_operations(&make3, Axis::<0>);
    all_operations(&make3, Axis::<1>);
    all_operations(&make3, Back::<1>);
}

#[test]
fn every_axis_of_small_shapes() {
    let scattered = |i: usize| (i * 7919 + 13) % 31;
    every_axis(|i| scattered(i) as f64 / 4.0 - 3.0);
    every_axis(|i| scattered(i) as i32 % 5 - 2);
    every_axis(|i| scattered(i) % 2 == 0);
    every_axis(|i| format!("{:02}", scattered(i) % 7));
    every_axis(|i| Box::new(scattered(i) as u128));
}

/// Numbers that look random, the same ones each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Long lanes, which are sorted by digits.
fn long<T: PartialOrd + Copy + Debug>(make: fn(u64) -> T) {
    of_lengths(&[160, 161, 1000, 8193], make);
    if !cfg!(debug_assertions) {
        of_lengths(&[40_000], make);
    }
}

fn of_lengths<T: PartialOrd + Copy + Debug>(lengths: &[usize], make: fn(u64) -> T) {
    let mut random = Random(88_172_645_463_325_252);
    for &n in lengths {
        let v: Vec<T> = (0..n).map(|_| make(random.next())).collect();
        let t = Tensor::from_vec(v.clone(), [n]).unwrap();
        let up = sorted(&v);
        let ascending = t.sort(Last);
        assert!(ascending.to_vec() == up, "{n}");
        assert!(t.argsort(Last).to_vec() == order(&v, false), "{n}");
        let down = order(&v, true);
        assert!(t.argsort_descending(Last).to_vec() == down, "{n}");
        let greatest: Vec<T> = down.iter().map(|&i| v[i]).collect();
        assert!(t.sort_descending(Last).to_vec() == greatest, "{n}");
        for k in [n / 10, n / 50, 1] {
            let (values, positions) = t.topk(Last, k);
            assert!(values.to_vec() == greatest[..k], "{n} {k}");
            assert!(positions.to_vec() == down[..k], "{n} {k}");
            // Each is greater than those before.
            assert!(ascending.topk(Last, k).0.to_vec() == greatest[..k], "{n} {k}");
        }
        for k in [0, n / 3, n / 2, n - 1] {
            let parts = t.partition(Last, k).to_vec();
            assert!(parts[k] == up[k], "{n} {k}");
            assert!(parts[..k].iter().all(|x| *x <= up[k]), "{n} {k}");
            assert!(parts[k..].iter().all(|x| *x >= up[k]), "{n} {k}");
            assert!(Tensor::from_vec(parts, [n]).unwrap().sort(Last) == ascending, "{n} {k}");
        }
        // Sorted and reversed lanes.
        assert!(ascending.sort_descending(Last).to_vec() == greatest, "{n}");
        assert!(ascending.sort(Last).to_vec() == up, "{n}");
    }
}

#[test]
fn long_lanes_of_every_type() {
    long(|x| f64::from_bits(x >> 2));
    long(|x| x as i64 as f64);
    long(|x| (x % 2001) as f32 / 8.0 - 125.0);
    long(|x| x as i8);
    long(|x| x as u8);
    long(|x| x % 3 == 0);
    long(|x| x as i16);
    long(|x| x as u16);
    long(|x| x as i32);
    long(|x| x as u32);
    long(|x| x as i64);
    long(|x| x);
    long(|x| x as usize);
    long(|x| x as isize);
    long(|x| i128::from(x as i64));
    // Few bits that differ, at the bottom, in the middle and at both ends.
    long(|x| (x % 1000) as i64 - 500);
    long(|x| (x % 16) << 40);
    long(|x| (x % 4) << 62 | (x >> 60));
    // Leading digits are equal, and what follows is random.
    long(|x| (x % 2) << 63 | (x >> 40));
    long(|x| 1.0 + (x % 4096) as f64 * f64::EPSILON);
    of_lengths(&[40_000], |x| f64::from_bits(x >> 2));
    of_lengths(&[40_000], |x| (x % 2001) as f32 / 8.0 - 125.0);
    of_lengths(&[40_000], |x| x as u8);
    of_lengths(&[40_000], |x| x as i16);
    of_lengths(&[40_000], |x| (x % 16) << 40);
    of_lengths(&[40_000], |x| i128::from(x as i64));
    #[cfg(feature = "half")]
    long(|x| half::f16::from_f32((x % 2001) as f32 / 8.0 - 125.0));
    #[cfg(feature = "half")]
    long(|x| half::bf16::from_f32((x % 2001) as f32 / 8.0 - 125.0));
}

/// Lanes that are split by their leading digit first, and such as have too few of these.
#[test]
fn lanes_beyond_the_cache() {
    let mut random = Random(7);
    let n = 140_000;
    for bits in [0, 6, 40, 62] {
        let v: Vec<u64> = (0..n).map(|_| random.next() >> bits).collect();
        let t = Tensor::from_vec(v.clone(), [n]).unwrap();
        assert!(t.sort(Last).to_vec() == sorted(&v), "{bits}");
        assert!(t.argsort(Last).to_vec() == order(&v, false), "{bits}");
        let floats = t.map(|&x| (x as f64).sqrt() - 1e9);
        assert!(floats.sort(Last).to_vec() == sorted(&floats.to_vec()), "{bits}");
    }
}

/// Many lanes, on several threads where there are any.
#[test]
fn many_lanes() {
    let mut random = Random(1);
    let shape = [300, 200];
    let x = Tensor::from_fn(shape, |_| random.next() as i32);
    for axis in [0, 1] {
        let (found, positions) = match axis {
            0 => (x.sort(Axis::<0>), x.argsort(Axis::<0>)),
            _ => (x.sort(Last), x.argsort(Last)),
        };
        assert_eq!(Oracle::of(&found), along(&Oracle::of(&x), axis, &|lane| sorted(lane)));
        let expected = along(&Oracle::of(&x), axis, &|lane| order(lane, false));
        assert_eq!(Oracle::of(&positions), expected);
    }
    let medians = x.cast::<f64>().median(Last);
    for (row, &median) in x.rows().zip(&medians) {
        let row = row.sort(Last);
        assert_eq!((f64::from(row[[99]]) + f64::from(row[[100]])) / 2.0, median);
    }
}

/// NaN of either sign comes last in either direction, zeros are equal.
#[test]
fn special_floats() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let lane = [nan, 0.0, -inf, -nan, -0.0, 1.0, inf, -nan, 0.0, -1.0];
    // Also in lanes that are sorted by digits.
    for repeats in [1, 40] {
        let v: Vec<f64> = std::iter::repeat_n(lane, repeats).flatten().collect();
        let n = v.len();
        let numbers = n / 10 * 7;
        let x = Tensor::from_vec(v.clone(), [n]).unwrap();
        let mut expected: Vec<f64> = v.iter().copied().filter(|x| !x.is_nan()).collect();
        expected = sorted(&expected);
        let found = x.sort(Last).to_vec();
        assert_eq!(found[..numbers], expected);
        assert!(found[numbers..].iter().all(|x| x.is_nan()));
        let negative = |v: &[f64]| v.iter().filter(|x| **x == 0.0 && x.is_sign_negative()).count();
        assert_eq!(negative(&found), repeats, "no zero changes its sign");
        expected.reverse();
        let found = x.sort_descending(Last).to_vec();
        assert_eq!(found[..numbers], expected);
        assert!(found[numbers..].iter().all(|x| x.is_nan()));
        assert_eq!(negative(&found), repeats);

        let is_stable = |order: Vec<usize>, descending: bool| {
            let last = |i: usize| v[i].is_nan();
            order.windows(2).all(|pair| {
                let (a, b) = (pair[0], pair[1]);
                if last(a) || last(b) {
                    return !last(a) || last(b) && a < b;
                }
                let is_before = if descending { v[a] > v[b] } else { v[a] < v[b] };
                is_before || v[a] == v[b] && a < b
            })
        };
        assert!(is_stable(x.argsort(Last).to_vec(), false));
        assert!(is_stable(x.argsort_descending(Last).to_vec(), true));
        let (values, positions) = x.topk(Last, numbers);
        assert_eq!(values.to_vec(), expected);
        assert_eq!(positions, x.argsort_descending(Last).narrow(Last, 0, numbers));
        assert!(x.partition(Last, numbers)[[numbers]].is_nan());
        assert!(x.median(All).item().is_nan() && x.quantile(All, 0.0).item().is_nan());
    }
    let x = tensor![-inf, 1.0, inf, inf];
    assert_eq!(x.quantiles(All, &[0.0, 0.5, 0.9, 1.0]), tensor![-inf, inf, inf, inf]);
    assert_eq!(x.median(All).item(), inf);
    assert!(tensor![-inf, inf].median(All).item().is_nan());
    // The mean, rounded once.
    assert_eq!(tensor![-1.0, 1.0 + f64::EPSILON].median(All).item(), f64::EPSILON / 2.0);
    assert_eq!(tensor![f64::MAX, f64::MAX].median(All).item(), f64::MAX);
    let part = tensor![-f64::MAX, f64::MAX].quantile(All, 0.75).item() / f64::MAX;
    assert!((part - 0.5).abs() < 1e-15, "the difference is too large for the type");
}

/// A quantile of a long lane is selected from the elements between two of a sample.
#[test]
fn quantiles_of_long_lanes() {
    fn check<T: num_traits::Float + Debug>(name: &str, make: impl Fn(usize) -> f64) {
        let n = 135_001;
        let x = Tensor::from_fn([n], |[i]| T::from(make(i)).unwrap());
        let sorted = x.sort(Last);
        for at in [0, 900, n / 2, n - 1] {
            let q = at as f64 / (n - 1) as f64;
            let found = x.quantile_with_method(All, q, QuantileMethod::Nearest).item();
            assert_eq!(found, sorted[[at]], "{name}, {at}");
            if at < n - 1 {
                let q = (at as f64 + 0.5) / (n - 1) as f64;
                let found = x.quantile_with_method(All, q, QuantileMethod::Midpoint).item();
                let (low, high) = (sorted[[at]], sorted[[at + 1]]);
                let half = T::from(0.5).unwrap();
                assert_eq!(found, low + (high - low) * half, "{name}, after {at}");
            }
        }
        let pair = x.narrow(Last, 0, n - 1).reshape([2, n / 2]).to_owned();
        let lanes = [0, 1].map(|i| pair.index_axis(Axis::<0>, i).to_owned().median(All).item());
        assert_eq!(pair.median(Last).to_vec(), lanes, "{name}");
    }
    fn each<T: num_traits::Float + Debug>() {
        let random = |i: usize| {
            let bits = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            ((bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 44) as f64
        };
        check::<T>("in no order", |i| random(i) - 500_000.0);
        check::<T>("ascending", |i| i as f64);
        check::<T>("descending", |i| -(i as f64));
        check::<T>("equal", |_| 7.0);
        check::<T>("few numbers", |i| random(i) % 5.0);
        check::<T>("one number and others", |i| (random(i) % 10.0 - 4.0).max(0.0));
        // The sample is of the elements at multiples of 33: these are less than all others, or more.
        check::<T>("a sample of the least", |i| random(i) + if i % 33 == 0 { 0.0 } else { 2e6 });
        check::<T>("a sample of the greatest", |i| random(i) - if i % 33 == 0 { 0.0 } else { 2e6 });
        check::<T>("both zeros", |i| if i % 3 == 0 { -0.0 } else { 0.0 });
    }
    each::<f32>();
    each::<f64>();
}

#[test]
fn sort_inplace_of_a_shared_tensor_and_of_views() {
    let mut t = tensor![[3, 1, 2], [9, 8, 7]];
    let before = t.clone();
    t.sort_inplace(Axis::<1>);
    assert_eq!(t, tensor![[1, 2, 3], [7, 8, 9]]);
    assert_eq!(before, tensor![[3, 1, 2], [9, 8, 7]]);
    t.column_mut(1).fill(0);
    t.slice_mut(s![.., ..;-1]).sort_inplace(Last);
    assert_eq!(t, tensor![[3, 1, 0], [9, 7, 0]]);
    t.transpose().to_owned().sort_inplace(Last);
    Tensor::<f32, 2>::zeros([0, 3]).sort_inplace(Axis::<0>);
    Tensor::<f32, 2>::zeros([3, 0]).sort_inplace(Last);
}

#[cfg(feature = "half")]
#[test]
fn quantiles_of_half_floats_are_rounded_once() {
    use half::bf16;
    let x = Tensor::from_fn([41], |[i]| bf16::from_f32((i as f32 * 0.37).sin()));
    let wide = x.cast::<f32>();
    let narrow = |x: Tensor<f32, 0>| bf16::from_f32(x.item());
    for n in 1..=41 {
        let (x, wide) = (x.narrow(Last, 0, n), wide.narrow(Last, 0, n));
        assert_eq!(x.median(All).item(), narrow(wide.median(All)), "{n}");
        assert_eq!(x.quantile(All, 0.3).item(), narrow(wide.quantile(All, 0.3)), "{n}");
    }
}
