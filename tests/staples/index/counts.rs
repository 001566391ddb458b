//! Counts, histograms, searches and one-hot codes.

use super::below;
use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;

#[test]
fn bincount_over_disguises() {
    fn check<const R: usize>(shape: [usize; R], limit: usize) {
        let numbers = below(shape, limit);
        let len = numbers.iter().map(|&x| x + 1).max().unwrap_or(0);
        let mut expected = vec![0; len];
        numbers.iter().for_each(|&x| expected[x] += 1);
        for (name, numbers) in disguises(&numbers) {
            assert_eq!(numbers.bincount().to_vec(), expected, "{shape:?} {name}");
            let mut longer = expected.clone();
            longer.resize(len.max(4), 0);
            assert_eq!(numbers.bincount_with_min_len(4).to_vec(), longer, "{shape:?} {name}");
            let weights = numbers.map(|&x| x as f32 + 0.5);
            for (other, weights) in disguises(&weights) {
                let sums = numbers.bincount_with_weights(&weights);
                let weighted = |(x, &count): (usize, &usize)| (x as f32 + 0.5) * count as f32;
                let expected: Vec<f32> = expected.iter().enumerate().map(weighted).collect();
                assert_eq!(sums.to_vec(), expected, "{shape:?} {name} {other}");
            }
        }
    }
    check([], 3);
    check([0], 3);
    check([9], 5);
    check([300], 200);
    check([3, 4], 2);
    check([2, 0], 2);
    check([5], 1);
}

#[test]
fn one_hot_over_disguises() {
    fn check<const R: usize, const O: usize>(shape: [usize; R], classes: usize)
    where
        Last: InsertInto<R, Inserted = Rank<O>>,
    {
        let labels = below(shape, classes);
        let mut sizes = shape.to_vec();
        sizes.push(classes);
        let expected = Oracle::from_fn(&sizes, |mut index| {
            let class = index.pop().unwrap();
            i32::from(labels[index.try_into().unwrap()] == class)
        });
        for (name, labels) in disguises(&labels) {
            let coded: Tensor<i32, O> = labels.one_hot(classes);
            assert_eq!(Oracle::of(&coded), expected, "{shape:?} {name}");
        }
    }
    check([], 3);
    check([5], 3);
    check([5], 1);
    check([0], 0);
    check([0], 4);
    check([2, 3], 4);
    check([2, 0], 2);
    assert_eq!(tensor![1, 0].one_hot::<f64, _>(2), tensor![[0.0, 1.0], [1.0, 0.0]]);
}

#[test]
fn searches_over_disguises() {
    let sorted = tensor![-2.0, 0.0, 0.0, 3.5, f64::NAN];
    let values = tensor![[-3.0, 0.0, 2.0], [3.5, 9.0, f64::NAN]];
    for (name, sorted) in disguises(&sorted) {
        for (other, values) in disguises(&values) {
            let left = sorted.searchsorted(&values);
            assert_eq!(left, tensor![[0, 1, 3], [3, 4, 4]], "{name} {other}");
            let right = sorted.searchsorted_with_side(&values, Side::Right);
            assert_eq!(right, tensor![[0, 3, 3], [4, 4, 5]], "{name} {other}");
        }
    }
    assert_eq!(Side::default(), Side::Left);
    let words = tensor!["b", "d"];
    assert_eq!(words.searchsorted(&tensor!["a", "c", "e"]), tensor![0, 1, 2]);
}

/// Values are searched in groups, one group with NaN as well.
#[test]
#[allow(clippy::eq_op)]
fn searches_of_any_number_of_values() {
    for size in (0..6).chain([31, 32, 33]) {
        let sorted = Tensor::from_fn([size], |[i]| match i + 2 < size {
            true => (i / 2) as f32,
            false => f32::NAN,
        });
        for count in (0..4).chain([15, 16, 17, 32, 50]) {
            let values = Tensor::from_fn([count], |[i]| match i % 23 {
                19 => f32::NAN,
                other => (other * 7 % 20) as f32 - 1.0,
            });
            let before = |is_before: fn(f32, f32) -> bool| {
                values.map(|&value| sorted.iter().filter(|&&x| is_before(x, value)).count())
            };
            let left = before(|x, value| x < value || value != value && x == x);
            assert_eq!(sorted.searchsorted(&values), left, "{size} {count}");
            let right = before(|x, value| x <= value || value != value);
            let found = sorted.searchsorted_with_side(&values, Side::Right);
            assert_eq!(found, right, "{size} {count}");
        }
    }
}

#[test]
fn histograms_over_disguises() {
    let x = Tensor::from_fn([4, 5], |[i, j]| ((i * 7 + j * 3) % 11) as f32 / 2.0);
    for (name, x) in disguises(&x) {
        let (counts, edges) = x.histogram(5);
        assert_eq!(edges, tensor![0.0, 1.0, 2.0, 3.0, 4.0, 5.0], "{name}");
        let expected = |i: usize| {
            let inside = |x: &&f32| **x >= i as f32 && (**x < i as f32 + 1.0 || i == 4);
            x.iter().filter(inside).count()
        };
        assert_eq!(counts, Tensor::from_fn([5], |[i]| expected(i)), "{name}");
        for (other, edges) in disguises(&edges) {
            assert_eq!(x.histogram_with_edges(&edges), counts, "{name} {other}");
            assert_eq!(x.histogram_with_edges(edges.to_vec()), counts, "{name} {other}");
        }
        let (inner, _) = x.histogram_with_range(2, 1.0, 3.0);
        let [from_1, from_2] = [1, 2].map(&expected);
        let at_3 = x.iter().filter(|&&x| x == 3.0).count();
        assert_eq!(inner, tensor![from_1, from_2 + at_3], "{name}");
    }
    let ages = tensor![3, 17, 18, 40];
    assert_eq!(ages.histogram_with_edges([0, 18, 40]), tensor![2, 2]);
}

/// The counts are those between the edges that come with them, however coarse the numbers are.
#[test]
fn histograms_agree_with_their_edges() {
    macro_rules! check {
        ($($T:ty: $number:expr, $bins:expr;)+) => { $(
            let x: Vec<$T> = (0..1000).map($number).collect();
            let x = Tensor::from_vec(x, [1000]).unwrap();
            let (counts, edges) = x.histogram($bins);
            assert_eq!(counts, x.histogram_with_edges(&edges.to_vec()), "{}", stringify!($T));
        )+ };
    }
    check! {
        f32: |i| (i * i % 997) as f32 * 0.37, 700;
        f64: |i| (i * i % 997) as f64 * 1e-3, 1000;
        f64: |i| 1e17 + (i * 16 % 4096) as f64, 200;
        f32: |i| 16_777_216.0 + (i * 2 % 64) as f32, 31;
    }
    #[cfg(feature = "half")]
    check! {
        half::f16: |i| half::f16::from_f32((i * i % 997) as f32), 900;
        half::bf16: |i| half::bf16::from_f32((i * i % 997) as f32), 200;
    }
    for (x, bins) in [(vec![1e17; 3], 4), (vec![0.0, f64::from_bits(150), 5e-324], 200)] {
        let error = tensor![x[0], x[1], x[2]].try_histogram(bins).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("histogram: [3]: bins is {bins}, expected so few that their edges differ")
        );
    }
}
