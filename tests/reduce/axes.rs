//! Every reduction over all disguises, axes and small shapes, against the oracle.

use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;
use std::fmt::Debug;

/// Small numbers that repeat (so that there are ties) and of which sums and products are exact.
fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<f64, R> {
    let mut state = 7_u32;
    let mut next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((state >> 28) as i32 - 8) / 2.0
    };
    let len = shape.iter().product();
    Tensor::from_vec((0..len).map(&mut next).collect(), shape).unwrap()
}

/// The same with NaN here and there.
fn with_nan<const R: usize>(shape: [usize; R]) -> Tensor<f64, R> {
    let mut values = numbers(shape).to_vec();
    for (i, value) in values.iter_mut().enumerate() {
        if i % 7 == 5 {
            *value = f64::NAN;
        }
    }
    Tensor::from_vec(values, shape).unwrap()
}

/// A tensor in every disguise, and what each result is made of.
struct Case<T, const R: usize> {
    shape: [usize; R],
    reduced: [bool; R],
    disguises: Vec<(&'static str, Tensor<T, R>)>,
    groups: Oracle<Vec<T>>,
}

impl<T: Clone + PartialEq + Debug, const R: usize> Case<T, R> {
    fn new(t: &Tensor<T, R>, (reduced, keep): ([bool; R], bool)) -> Self {
        let groups = Oracle::of(t).reduce(&reduced, keep, <[T]>::to_vec);
        Case { shape: t.shape(), reduced, disguises: disguises(t), groups }
    }

    /// Checks one operation over one choice of axes. Not generic over the choice, which would have to
    /// be compiled for each of them.
    fn check<U: Clone + Debug>(
        &self,
        name: &str,
        operation: &dyn Fn(&Tensor<T, R>) -> Oracle<U>,
        expected: &dyn Fn(&[T]) -> U,
        same: &dyn Fn(&U, &U) -> bool,
    ) {
        let expected: Vec<U> = self.groups.values.iter().map(|group| expected(group)).collect();
        for (disguise, x) in &self.disguises {
            let found = operation(x);
            let place = || format!("{name} of {:?} {disguise} over {:?}", self.shape, self.reduced);
            assert_eq!(found.shape, self.groups.shape, "{}", place());
            assert_eq!(found.values.len(), expected.len(), "{}", place());
            let agrees = found.values.iter().zip(&expected).all(|(a, b)| same(a, b));
            assert!(agrees, "{}: {:?} is not {expected:?}", place(), found.values);
        }
    }
}

/// A result, which has to be in row-major order.
fn result<U: Clone, const O: usize>(t: Tensor<U, O>) -> Oracle<U> {
    assert!(t.is_contiguous());
    Oracle { shape: t.shape().to_vec(), values: t.to_vec() }
}

/// Equal, or both NaN.
fn exact(a: &f64, b: &f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

/// Equal up to a few roundings.
fn close(a: &f64, b: &f64) -> bool {
    exact(a, b) || (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

fn var(x: &[f64], ddof: usize) -> f64 {
    let mean = mean(x);
    let squares: f64 = x.iter().map(|x| (x - mean).powi(2)).sum();
    squares / x.len().saturating_sub(ddof) as f64
}

/// The first element that no other is better than; a NaN is better than all.
fn best_of(x: &[f64], is_better: impl Fn(f64, f64) -> bool) -> usize {
    let mut best = 0;
    for i in 1..x.len() {
        if !x[best].is_nan() && (x[i].is_nan() || is_better(x[i], x[best])) {
            best = i;
        }
    }
    best
}

fn greater(a: f64, b: f64) -> bool {
    a > b
}

fn less(a: f64, b: f64) -> bool {
    a < b
}

fn logsumexp(x: &[f64]) -> f64 {
    x.iter().map(|x| x.exp()).sum::<f64>().ln()
}

/// All operations over one choice of axes.
fn all_operations<A, const R: usize, const O: usize>(shape: [usize; R], over: A)
where
    A: Over<R, Output = Rank<O>> + Copy,
{
    let x = numbers(shape);
    let nan = with_nan(shape);
    let bools = Tensor::from_vec(x.to_vec().iter().map(|&x| x > 0.0).collect(), shape).unwrap();
    let bytes = Tensor::from_vec(x.to_vec().iter().map(|&x| x as i8).collect(), shape).unwrap();
    let product = |x: &[f64]| x.iter().product::<f64>();

    let axes = (A::REDUCED, A::KEEP);
    let sum = |x: &[f64]| x.iter().sum::<f64>() + 0.0;
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let count = |x: &[f64]| x.iter().filter(|&&x| x != 0.0).count();
    let wide = |x: &[i8]| x.iter().map(|&x| i64::from(x)).sum::<i64>();

    let (plain, nan) = (Case::new(&x, axes), Case::new(&nan, axes));
    let (bools, bytes) = (Case::new(&bools, axes), Case::new(&bytes, axes));
    for x in [&plain, &nan] {
        x.check("sum", &|x| result(x.sum(over)), &sum, &exact);
        x.check("var", &|x| result(x.var(over)), &|x| var(x, 0), &close);
        x.check("logsumexp", &|x| result(x.logsumexp(over)), &logsumexp, &close);
    }
    plain.check("prod", &|x| result(x.prod(over)), &product, &close);
    plain.check("mean", &|x| result(x.mean(over)), &mean, &close);
    plain.check("var_with_ddof", &|x| result(x.var_with_ddof(over, 1)), &|x| var(x, 1), &close);
    plain.check("std", &|x| result(x.std(over)), &|x| var(x, 0).sqrt(), &close);
    plain.check(
        "std_with_ddof",
        &|x| result(x.std_with_ddof(over, 1)),
        &|x| var(x, 1).sqrt(),
        &close,
    );
    plain.check("norm", &|x| result(x.norm(over)), &norm, &close);
    nan.check("count", &|x| result(x.count_nonzero(over)), &count, &usize::eq);
    bools.check("any", &|x| result(x.any(over)), &|x| x.contains(&true), &bool::eq);
    bools.check("all", &|x| result(x.all(over)), &|x| !x.contains(&false), &bool::eq);
    bytes.check("sum_as", &|x| result(x.sum_as::<i64, _, O>(over)), &wide, &i64::eq);

    let reduced: usize = (0..R).filter(|&i| A::REDUCED[i]).map(|i| shape[i]).product();
    let results: usize = (0..R).filter(|&i| !A::REDUCED[i]).map(|i| shape[i]).product();
    if reduced == 0 && results > 0 {
        assert!(x.try_max(over).is_err() && x.try_min(over).is_err());
        assert!(x.try_argmax(over).is_err() && x.try_argmin(over).is_err());
        return;
    }
    for x in [plain, nan] {
        let (max, min) = (|x: &[f64]| best_of(x, greater), |x: &[f64]| best_of(x, less));
        x.check("max", &|x| result(x.max(over)), &|x| x[max(x)], &exact);
        x.check("min", &|x| result(x.min(over)), &|x| x[min(x)], &exact);
        x.check("argmax", &|x| result(x.argmax(over)), &max, &usize::eq);
        x.check("argmin", &|x| result(x.argmin(over)), &min, &usize::eq);
    }
}

fn kept_shape<A: Over<R>, const R: usize>(shape: [usize; R], kept: [usize; R], _: A) {
    assert_eq!(kept, std::array::from_fn(|axis| if A::REDUCED[axis] { 1 } else { shape[axis] }));
}

macro_rules! every_choice {
    ($shapes:expr; $($over:expr),+ $(,)?) => {
        for shape in $shapes {
            $(
                all_operations(shape, $over);
                let kept = numbers(shape).sum(Keep($over));
                assert_eq!(kept.to_vec(), numbers(shape).sum($over).to_vec());
                kept_shape(shape, kept.shape(), $over);
            )+
        }
    };
}

#[test]
fn rank_0() {
    every_choice!([[]]; All, ());
}

#[test]
fn rank_1() {
    every_choice!([[0], [1], [3], [70]]; Axis::<0>, Last, Back::<1>, All, (), axes![0]);
}

#[test]
fn rank_2() {
    let shapes = [[0, 0], [0, 3], [3, 0], [1, 1], [1, 5], [5, 1], [4, 3], [3, 40], [40, 3]];
    every_choice!(shapes; Axis::<0>, Axis::<1>, All, (), axes![1, 0]);
}

#[test]
fn rank_3() {
    let shapes = [[2, 0, 3], [1, 4, 1], [2, 3, 4], [5, 1, 33]];
    every_choice!(shapes; Axis::<0>, Axis::<1>, Last, axes![0, 1], axes![0, 2], axes![2, 1], All);
}

#[test]
fn rank_4() {
    let shapes = [[2, 3, 1, 4], [3, 2, 4, 2], [0, 1, 2, 3]];
    every_choice!(shapes;
        Axis::<0>, Axis::<1>, Axis::<2>, Axis::<3>,
        axes![0, 1], axes![0, 2], axes![0, 3], axes![1, 2], axes![1, 3], axes![2, 3],
        axes![0, 1, 2], axes![0, 1, 3], axes![0, 2, 3], axes![1, 2, 3], All,
    );
}

/// Sizes at which the loops change: lanes, blocks, rows, strips, and one more or less.
#[test]
fn long_axes() {
    for n in [31, 32, 33, 65, 255, 256, 383, 384, 513, 1100] {
        all_operations([n], Axis::<0>);
    }
    for n in [33, 65, 513] {
        for m in [2, 5] {
            every_choice!([[n, m], [m, n]]; Axis::<0>, Axis::<1>);
        }
    }
    every_choice!([[3, 1100], [70, 66]]; Axis::<0>, Axis::<1>);
    every_choice!([[3, 70, 4]]; axes![0, 1], axes![0, 2], axes![1, 2], Axis::<1>);
}

/// Sections, blocks and what is left of them: each element counts once.
#[test]
fn sections_of_long_runs() {
    let number = |i: usize| ((i * 7919) % 100_003) as i64;
    for len in [
        1023, 1024, 2047, 2048, 2049, 2111, 2112, 2113, 2303, 2304, 5000, 65_536, 65_537, 70_000,
        139_999,
    ] {
        for step in [1, 2, 3] {
            let spread = Tensor::from_fn([len * step], |[i]| number(i));
            let along = spread.step(Last, step as isize);
            let numbers = || (0..len).map(|i| number(i * step));
            let best = numbers().max().unwrap();
            let place = numbers().position(|x| x == best).unwrap();
            let last = (0..len).rfind(|&i| number(i * step) == best).unwrap();
            for (x, place) in [(along, place), (along.flip(Last), len - 1 - last)] {
                assert_eq!(x.sum(All).item(), numbers().sum::<i64>(), "{len} by {step}");
                assert_eq!(x.max(All).item(), best, "{len} by {step}");
                let found = x.argmax(All).item();
                assert_eq!(found, place, "{len} by {step}");
            }
            let row = along.unsqueeze(Axis::<0>);
            let rows = concat(Axis::<0>, &[&row, &row, &row]);
            assert_eq!(rows.sum(Axis::<1>).to_vec(), [numbers().sum::<i64>(); 3]);
        }
    }
}

/// Wherever it is: a search goes by groups of elements, in blocks.
#[test]
fn the_first_of_two_best_elements() {
    for len in [64, 65, 700, 5000, 17_000] {
        for first in [0, 1, 63, 64, 65, 511, 4999, 16_383, 16_384, 16_999] {
            for last in [first, first + 1, first + 64, len - 1] {
                // The long ones are for the blocks.
                let is_near = len < 17_000 || first >= 16_383 && last <= first + 1;
                if first >= len || last >= len || !is_near {
                    continue;
                }
                for best in [9.0, f64::NAN] {
                    let x = Tensor::from_fn([len], |[i]| {
                        if i == first || i == last { best } else { (i % 7) as f64 }
                    });
                    for (disguise, x) in disguises(&x) {
                        let found = [x.argmax(All).item(), (-&x).argmin(All).item()];
                        assert_eq!(found, [first; 2], "{best} of {len}, {last}, {disguise}");
                    }
                }
            }
        }
    }
}

/// What the oracle cannot show: the element types.
#[test]
fn narrow_types_widen() {
    let bytes = Tensor::<u8, 2>::full([300, 3], 255);
    assert_eq!(bytes.sum_as::<u32, _, _>(Axis::<0>).to_vec(), [76_500; 3]);
    assert_eq!(bytes.sum_as::<f32, _, _>(All).item(), 229_500.0);
    let mask = bytes.slice(s![.., 0]).to_vec().iter().map(|&x| x > 1).collect::<Vec<_>>();
    let mask = Tensor::from_vec(mask, [300]).unwrap();
    assert_eq!(mask.sum_as::<u64, _, _>(All).item(), 300);
    assert_eq!(mask.count_nonzero(All).item(), 300);
}
