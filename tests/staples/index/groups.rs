//! Reductions of groups.

use super::{below, counted};
use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;

#[test]
fn groups_along_each_axis() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R], count: usize) {
        let mut ids = below([shape[A::INDEX]], count);
        for group in 0..count.min(ids.len()) {
            ids[[group]] = group; // each has a part, if there are enough
        }
        let x = counted(shape, -5).map(|&x| f64::from(x * 7 % 11));
        let of_x = Oracle::of(&x);
        let mut sizes = shape;
        sizes[A::INDEX] = count;
        let of_groups = |f: &dyn Fn(Vec<f64>) -> f64| {
            Oracle::from_fn(&sizes, |index| {
                let group = index[A::INDEX];
                let parts = (0..ids.len()).filter(|&i| ids[[i]] == group);
                f(parts
                    .map(|i| {
                        let mut place = index.clone();
                        place[A::INDEX] = i;
                        *of_x.get(&place)
                    })
                    .collect())
            })
        };
        let sums = of_groups(&|parts| parts.iter().sum());
        let means = of_groups(&|parts| parts.iter().sum::<f64>() / parts.len() as f64);
        let largest = of_groups(&|parts| parts.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let least = of_groups(&|parts| parts.into_iter().fold(f64::INFINITY, f64::min));
        for (name, x) in disguises(&x) {
            for (other, ids) in disguises(&ids) {
                let context = format!("{shape:?} {name}, {other}");
                assert_eq!(Oracle::of(&x.segment_sum(axis, &ids, count)), sums, "{context}");
                let whole = x.cast::<i64>().segment_sum(axis, ids.to_vec(), count);
                assert_eq!(Oracle::of(&whole.cast()), sums, "{context}");
                let found = Oracle::of(&x.segment_mean(axis, &ids, count));
                let bits = |values: &[f64]| values.iter().map(|x| x.is_nan()).collect::<Vec<_>>();
                assert_eq!(bits(&found.values), bits(&means.values), "{context}");
                let near = |(a, b): (&f64, &f64)| a.is_nan() || (a - b).abs() < 1e-12;
                assert!(found.values.iter().zip(&means.values).all(near), "{context}");
                if ids.len() >= count {
                    let found = x.segment_max(axis, &ids, count);
                    assert_eq!(Oracle::of(&found), largest, "{context}");
                    let found = x.segment_min(axis, &ids, count);
                    assert_eq!(Oracle::of(&found), least, "{context}");
                } else {
                    assert!(x.try_segment_max(axis, &ids, count).is_err(), "{context}");
                }
            }
        }
    }
    check(Axis::<0>, [7], 3);
    check(Axis::<0>, [1], 1);
    check(Axis::<0>, [2], 4);
    check(Axis::<0>, [5, 2], 2);
    check(Axis::<1>, [3, 6], 4);
    check(Axis::<1>, [2, 4, 3], 3);
    check(Last, [2, 2, 5], 2);
    check(Axis::<0>, [0, 3], 2);
    check(Axis::<0>, [0], 0);
    check(Axis::<1>, [0, 3], 2);
    check(Axis::<0>, [3, 0], 2);
}

#[test]
fn nan_propagates_in_groups() {
    let x = tensor![1.0, f64::NAN, 3.0, 4.0];
    for ids in [[0, 0, 1, 0], [1, 0, 0, 0]] {
        for result in [x.segment_max(Last, ids, 2), x.segment_min(Last, ids, 2)] {
            assert!(result[[0]].is_nan() && !result[[1]].is_nan(), "{ids:?}");
        }
        assert!(x.segment_sum(Last, ids, 2)[[0]].is_nan());
    }
}

#[test]
fn words_have_a_largest_one() {
    let words = tensor!["pear", "fig", "apple"].map(|word| word.to_string());
    let largest = words.segment_max(Last, [1, 0, 1], 2);
    assert_eq!(largest, tensor!["fig", "pear"].map(|word| word.to_string()));
}

#[test]
fn numbers_of_a_user() {
    #[derive(Clone, Debug, PartialEq, PartialOrd)]
    struct Metre(f64);
    impl std::ops::Add for Metre {
        type Output = Metre;
        fn add(self, other: Metre) -> Metre {
            Metre(self.0 + other.0)
        }
    }
    impl num_traits::Zero for Metre {
        fn zero() -> Metre {
            Metre(0.0)
        }
        fn is_zero(&self) -> bool {
            self.0 == 0.0
        }
    }
    use holor::num_traits;
    let x = tensor![Metre(1.0), Metre(2.0), Metre(4.0)];
    let sums = x.segment_sum(Last, [1, 0, 1], 2);
    assert_eq!(sums, tensor![Metre(2.0), Metre(5.0)]);
    let sorted = x.searchsorted(&tensor![Metre(3.0)]);
    assert_eq!(sorted, tensor![2]);
}
