//! Products of `f16` and `bf16`: sums are built in `f32` and rounded once.
#![cfg(feature = "half")]

use half::{bf16, f16};
use holor::prelude::*;
use num_traits::{Float, FromPrimitive};
use std::fmt::Debug;

trait Small: Float + FromPrimitive + Debug {}
impl Small for f16 {}
impl Small for bf16 {}

/// Small integers: sums of their products are exact in `f32`, whatever the order.
fn of<T: Small>(rows: usize, columns: usize, seed: usize) -> [Tensor<T, 2>; 2] {
    let number = |i: usize, j: usize| (i * 7 + j * 3 + (i + 2 * j) / 5 + seed) % 4;
    let t = Tensor::from_fn([rows, columns], |[i, j]| T::from_usize(number(i, j)).unwrap());
    let by_columns = t.transpose().to_owned().viewed(|v| v.transpose());
    [t, by_columns]
}

fn wide<T: Small, const R: usize>(x: &TensorRef<T, R>) -> Tensor<f32, R> {
    x.map(|x| x.to_f32().unwrap())
}

fn rounded<T: Small, const R: usize>(x: Tensor<f32, R>) -> Tensor<T, R> {
    x.map(|&x| T::from_f32(x).unwrap())
}

fn products_are_rounded_once<T: Small>() {
    let ones = Tensor::<T, 1>::full([1000], T::one());
    let thousand = T::from_f32(1000.0).unwrap();
    assert_eq!(ones.dot(&ones), thousand);
    assert_eq!(Tensor::<T, 2>::full([1000, 1000], T::one()).trace(), thousand);

    // Short sums, some of a few hundred terms, and those of several blocks.
    for [m, k, n] in [[1, 3, 1], [2, 40, 3], [5, 700, 4], [40, 1100, 33], [3, 4500, 70]] {
        for a in &of::<T>(m, k, 1) {
            for b in &of::<T>(k, n, 2) {
                let exact = wide(a).matmul(wide(b));
                let what = format!("[{m}, {k}, {n}], {:?} and {:?}", a.strides(), b.strides());
                assert_eq!(a.matmul(b), rounded(exact.clone()), "matmul {what}");
                assert_eq!(einsum!("ik,kj->ji", a, b), rounded(exact.transpose().to_owned()));
                let (row, column) = (a.row(0), b.column(0));
                assert_eq!(row.dot(&column), T::from_f32(exact[[0, 0]]).unwrap(), "dot {what}");
                assert_eq!(a.matvec(&column), rounded(exact.column(0).to_owned()), "{what}");
                assert_eq!(row.vecmat(b), rounded(exact.row(0).to_owned()), "vecmat {what}");

                // 1.5 times the product and half of what was there: one rounding.
                let (alpha, beta) = (T::from_f32(1.5).unwrap(), T::from_f32(0.5).unwrap());
                for before in of::<T>(m, n, 3) {
                    let sum = &exact * 1.5 + wide(&before) * 0.5;
                    let mut c = before.clone();
                    gemm(alpha, a, b, beta, &mut c);
                    assert_eq!(c, rounded(sum), "gemm {what}");
                    c.fill(T::nan());
                    gemm(alpha, a, b, T::zero(), &mut c);
                    assert_eq!(c, rounded(&exact * 1.5), "gemm without beta {what}");
                }
            }
        }
        let batch = Tensor::from_fn([3, m, k], |[b, i, j]| T::from_usize((b + i + j) % 3).unwrap());
        let product = wide(&batch).matmul(wide(&batch).transpose());
        assert_eq!(batch.matmul(batch.transpose()), rounded(product), "batches");
        let sums = einsum!("bik,bik->bi", &wide(&batch), &wide(&batch));
        assert_eq!(einsum!("bik,bik->bi", &batch, &batch), rounded(sums), "batches of vectors");
    }
    let nothing = Tensor::<T, 2>::zeros([2, 0]);
    assert_eq!(nothing.matmul(nothing.transpose()), Tensor::zeros([2, 2]));
    let mut c = Tensor::full([2, 2], T::one());
    gemm(T::one(), &nothing, &nothing.transpose(), T::one(), &mut c);
    assert_eq!(c, Tensor::full([2, 2], T::one()));
}

#[test]
fn products_of_f16_are_rounded_once() {
    products_are_rounded_once::<f16>();
}

#[test]
fn products_of_bf16_are_rounded_once() {
    products_are_rounded_once::<bf16>();
}

/// A partial sum beyond the largest `f16`, 65504, and a result below it.
#[test]
fn partial_sums_of_f16_do_not_overflow() {
    let large = |i: usize| f16::from_f32(if i < 1000 { 200.0 } else { -200.0 });
    let a = Tensor::from_fn([2, 2000], |[_, k]| large(k));
    let b = Tensor::full([2000, 3], f16::ONE);
    assert_eq!(a.matmul(&b), Tensor::zeros([2, 3]));
    assert_eq!(a.matvec(&b.column(0)), Tensor::zeros([2]));
    assert_eq!(a.row(0).dot(&b.column(0)), f16::ZERO);
}

/// Each `f16` alone, times another number, and with terms added that bring it halfway to the next one and the
/// least bit of an `f32` to either side of that: the sums are exact in `f32`.
#[test]
fn every_f16_is_widened_and_rounded_as_the_crate_does() {
    let power = |exponent: i32| f16::from_f32(2.0_f32.powi(exponent));
    let product_of = |exponent: i32| [power(exponent / 2), power(exponent - exponent / 2)];
    for (factor, halves, least) in
        [(1.0, 0.0, 0.0), (0.37, 0.0, 0.0), (1.0, 1.0, 0.0), (1.0, 1.0, 1.0), (1.0, 1.0, -1.0)]
    {
        let [factor, halves, least] = [factor, halves, least].map(f16::from_f32);
        let (mut left, mut right, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        for x in (0..=u16::MAX).map(f16::from_bits) {
            let exponent = (i32::from(x.to_bits() >> 10 & 31) - 15).max(-14);
            let ([h0, h1], [l0, l1]) = (product_of(exponent - 11), product_of(exponent - 23));
            let sign = f16::ONE.copysign(x);
            let terms = [(x, factor), (h0 * halves * sign, h1), (l0 * least * sign, l1)];
            let sum: f32 = terms.iter().map(|(a, b)| a.to_f32() * b.to_f32()).sum();
            expected.push(f16::from_f32(sum));
            left.extend(terms.map(|term| term.0));
            right.extend(terms.map(|term| term.1));
        }
        let [left, right] =
            [left, right].map(|terms| Tensor::from_vec(terms, [expected.len(), 3]).unwrap());
        let sums = einsum!("ij,ij->i", &left, &right);
        for (i, (sum, expected)) in sums.iter().zip(&expected).enumerate() {
            let equal = sum.is_nan() && expected.is_nan() || sum.to_bits() == expected.to_bits();
            // Sums of the kernel begin with a positive zero, those of an iterator with a negative one.
            let zeros = *sum == f16::ZERO && *expected == f16::ZERO;
            assert!(equal || zeros, "{i:#x}: {sum:?} for {expected:?}");
        }
    }
}
