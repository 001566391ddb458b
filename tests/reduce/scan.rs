//! Running sums and products, softmax and its logarithm: every axis, all disguises.

use crate::disguise::disguises;
use crate::oracle::{Oracle, indices};
use holor::prelude::*;

/// Replaces each lane along an axis by what `f` makes of it.
fn along<T: Clone>(t: &Oracle<T>, axis: usize, f: &dyn Fn(&[T]) -> Vec<T>) -> Oracle<T> {
    let mut result = t.clone();
    let mut starts = t.shape.clone();
    starts[axis] = 1;
    let position = |index: &[usize]| index.iter().zip(&t.shape).fold(0, |p, (i, n)| p * n + i);
    for start in indices(&starts) {
        let lane: Vec<usize> = (0..t.shape[axis])
            .map(|i| {
                let mut index = start.clone();
                index[axis] = i;
                position(&index)
            })
            .collect();
        let values: Vec<T> = lane.iter().map(|&i| t.values[i].clone()).collect();
        for (i, value) in lane.into_iter().zip(f(&values)) {
            result.values[i] = value;
        }
    }
    result
}

fn running<T: Clone>(lane: &[T], f: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut results: Vec<T> = Vec::new();
    for x in lane {
        let next = results.last().map_or(x.clone(), |before| f(before, x));
        results.push(next);
    }
    results
}

fn softmax(lane: &[f64]) -> Vec<f64> {
    let sum: f64 = lane.iter().map(|x| x.exp()).sum();
    lane.iter().map(|x| x.exp() / sum).collect()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    let one = |(a, b): (&f64, &f64)| a == b || (a - b).abs() < 1e-13 * a.abs().max(1.0);
    a.len() == b.len() && a.iter().zip(b).all(one)
}

fn all_operations<A: AxisOf<R> + Copy, const R: usize>(shape: [usize; R], axis: A) {
    let len: usize = shape.iter().product();
    let values: Vec<i64> = (0..len as i64).map(|i| (i * 7 + 3) % 11 - 5).collect();
    let ints = Tensor::from_vec(values.clone(), shape).unwrap();
    let floats = Tensor::from_vec(values.iter().map(|&x| x as f64 / 4.0).collect(), shape).unwrap();
    let words = Tensor::from_vec(values.iter().map(|x| Word(x.to_string())).collect(), shape);
    let words = words.unwrap();
    let (at, oracle) = (A::INDEX, Oracle::of(&ints));
    let sums = along(&oracle, at, &|lane| running(lane, |a, b| a + b));
    let products = along(&oracle, at, &|lane| running(lane, |a, b| a.wrapping_mul(*b) % 1000));
    for (name, x) in disguises(&ints) {
        let found = x.cumsum(axis);
        assert_eq!((found.shape(), found.to_vec()), (shape, sums.values.clone()), "{name} {at}");
        assert!(found.is_contiguous());
        if shape[at] < 8 {
            assert_eq!(x.cumprod(axis).to_vec().len(), products.values.len());
        }
    }
    let expected = along(&Oracle::of(&floats), at, &softmax);
    let logs = expected.values.iter().map(|x| x.ln()).collect::<Vec<_>>();
    let products = along(&Oracle::of(&floats), at, &|lane| running(lane, |a, b| a * b));
    for (name, x) in disguises(&floats) {
        let found = x.softmax(axis);
        assert_eq!(found.shape(), shape);
        assert!(close(&found.to_vec(), &expected.values), "{name}");
        assert!(close(&x.log_softmax(axis).to_vec(), &logs), "{name}");
        assert_eq!(x.cumprod(axis).to_vec(), products.values, "{name}");
    }
    // Elements that need dropping go another way.
    let joined = along(&Oracle::of(&words), at, &|lane| {
        running(lane, |a, b| Word(format!("{}{}", a.0, b.0)))
    });
    for (name, x) in disguises(&words) {
        assert_eq!(x.cumsum(axis).to_vec(), joined.values, "{name}");
    }
}

/// Adds up by joining.
#[derive(Clone, Debug, PartialEq)]
struct Word(String);

impl std::ops::Add for Word {
    type Output = Word;
    fn add(self, other: Word) -> Word {
        Word(self.0 + &other.0)
    }
}

#[test]
fn every_axis_of_small_shapes() {
    for shape in [[0], [1], [6], [40]] {
        all_operations(shape, Last);
    }
    for shape in [[0, 3], [3, 0], [1, 4], [4, 1], [5, 3], [3, 9], [9, 4]] {
        all_operations(shape, Axis::<0>);
        all_operations(shape, Last);
    }
    for shape in [[2, 3, 4], [3, 1, 5], [2, 0, 2]] {
        all_operations(shape, Axis::<0>);
        all_operations(shape, Back::<2>);
        all_operations(shape, Axis::<2>);
    }
    for shape in [[2, 3, 1, 2], [1, 2, 3, 2]] {
        all_operations(shape, Axis::<0>);
        all_operations(shape, Axis::<1>);
        all_operations(shape, Axis::<2>);
        all_operations(shape, Axis::<3>);
    }
}

#[test]
fn special_values() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let lanes = [
        ([0.0, -inf, 0.0], [0.5, 0.0, 0.5]),
        ([700.0, 700.0, -700.0], [0.5, 0.5, 0.0]),
        ([-inf, -inf, -inf], [nan; 3]),
        ([0.0, inf, 0.0], [nan; 3]),
        ([0.0, nan, 0.0], [nan; 3]),
    ];
    for (lane, expected) in lanes {
        let x = Tensor::from_vec(lane.to_vec(), [3]).unwrap();
        let found = x.softmax(Last).to_vec();
        for (a, b) in found.iter().zip(expected) {
            assert!(a == &b || (a.is_nan() && b.is_nan()) || (a - b).abs() < 1e-15, "{found:?}");
        }
    }
    let x = tensor![nan, 1.0, 2.0];
    assert!(x.cumsum(Last).to_vec().iter().all(|x| x.is_nan()));
}

/// The sums of `u8` overflow as in std.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "attempt to add with overflow")]
fn cumsum_overflows_as_std_does() {
    let _ = tensor![200_u8, 100].cumsum(Last);
}
