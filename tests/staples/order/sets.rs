//! Unique elements and sets over disguises and types.

use crate::disguise::disguises;
use holor::prelude::*;
use std::collections::BTreeMap;

#[test]
fn unique_elements_of_every_disguise() {
    let words = ["b", "a", "c", "b", "b", "d", "a", "c", "e", "b", "d", "f"];
    let t = Tensor::from_vec(words.map(String::from).to_vec(), [3, 2, 2]).unwrap();
    let ints = t.map(|word| i32::from(word.as_bytes()[0]));
    let mut counts = BTreeMap::new();
    words.iter().for_each(|word| *counts.entry(*word).or_insert(0_usize) += 1);
    let expected: Vec<String> = counts.keys().map(|word| (*word).to_string()).collect();
    let firsts = expected.iter().map(|word| words.iter().position(|other| other == word).unwrap());
    let firsts: Vec<usize> = firsts.collect();
    for (name, x) in disguises(&t) {
        assert_eq!(x.unique().to_vec(), expected, "{name}");
        let (values, found) = x.unique_counts();
        assert_eq!(values.to_vec(), expected, "{name}");
        assert!(found.iter().eq(counts.values()), "{name}");
        let Unique { values, indices, inverse, counts: found } = x.unique_all();
        assert_eq!(values.to_vec(), expected, "{name}");
        assert_eq!(indices.to_vec(), firsts, "{name}");
        assert_eq!(inverse.map(|&i| values[[i]].clone()), t, "{name}");
        assert!(found.iter().eq(counts.values()), "{name}");
        let set = tensor!["a".to_string(), "x".to_string(), "d".to_string()];
        assert_eq!(x.isin(&set), t.map(|word| "ad".contains(word)), "{name}");
        assert_eq!(x.union1d(&set).len(), 7, "{name}");
        assert_eq!(x.intersect1d(&set).to_vec(), ["a", "d"], "{name}");
        assert_eq!(set.setdiff1d(&x).to_vec(), ["x"], "{name}");
        assert_eq!(x.setxor1d(&set).to_vec(), ["b", "c", "e", "f", "x"], "{name}");
    }
    for (name, x) in disguises(&ints) {
        assert_eq!(x.unique_all().inverse, t.unique_all().inverse, "{name}");
    }
}

/// Each NaN is an element of its own; both zeros are one.
#[test]
fn nan_and_zeros() {
    let nan = f64::NAN;
    let x = tensor![[nan, -0.0, 1.0], [0.0, nan, 1.0]];
    let (values, counts) = x.unique_counts();
    assert_eq!(values.to_vec()[..2], [0.0, 1.0]);
    assert!(values.to_vec()[2..].iter().all(|x| x.is_nan()));
    assert_eq!(counts, tensor![2_usize, 2, 1, 1]);
    let all = x.unique_all();
    assert_eq!(all.indices, tensor![1_usize, 2, 0, 4]);
    assert_eq!(all.inverse, tensor![[2_usize, 0, 1], [0, 3, 1]]);
    assert!(all.values[[0]].is_sign_negative(), "the first zero");
    assert_eq!(x.isin(&x), tensor![[false, true, true], [true, false, true]]);
    assert_eq!(x.intersect1d(&x).to_vec(), [0.0, 1.0]);
    assert_eq!(x.union1d(&x).len(), 2 + 4);
    assert_eq!(x.setdiff1d(&x).len(), 2);
    assert_eq!(x.setxor1d(&x).len(), 4);
    let none = Tensor::<f64, 2>::zeros([0, 3]);
    assert_eq!(none.unique_all().inverse.shape(), [0, 3]);
    assert_eq!(none.unique().shape(), [0]);
    assert!(!x.isin(&none).any(All).item());
}

/// Integers that lie close to each other are looked up in a table, others are searched.
#[test]
fn integers_of_every_type_and_range_are_found() {
    macro_rules! check {
        ($($I:ident)+) => { $(
            let ends = [$I::MIN, $I::MIN + 1, $I::MAX / 2, $I::MAX / 2 + 1, $I::MAX - 1, $I::MAX];
            for step in [1, 3, 7, 30] {
                let many = (0..40).map(|i: $I| ($I::MAX / 2).wrapping_add(i.wrapping_mul(step)));
                let x = Tensor::from_iter(ends.into_iter().chain(many));
                let x = x.flip(Last);
                let x = x.unsqueeze(Axis::<1>);
                for set in [&ends[..0], &ends[..2], &ends[2..4], &ends[4..], &ends[1..5], &ends] {
                    let found = x.isin(&TensorView::from(set));
                    assert_eq!(found, x.map(|x| set.contains(x)), "{step} {set:?}");
                }
                let set = x.column(0).step(Axis::<0>, 3);
                let found = x.transpose().isin(&set);
                let elements = set.to_vec();
                assert_eq!(found, x.transpose().map(|x| elements.contains(x)), "{step}");
            }
        )+ };
    }
    check! { i8 u8 i16 u16 i32 u32 i64 u64 isize usize i128 u128 }
    assert_eq!(tensor![true, false].isin(&tensor![true]), tensor![true, false]);
    let far = Tensor::<i32, 1>::from_fn([9], |[i]| i as i32 * 5);
    assert_eq!(far.isin(&tensor![0, 40]), far.map(|&x| x == 0 || x == 40));
    assert_eq!(far.isin(&tensor![0, 45]), far.map(|&x| x == 0));
}
