//! Products of matrices around the sizes at which kernels take turns, at every kind of stride.

use holor::prelude::*;
use num_complex::Complex;
use num_traits::{FromPrimitive, ToPrimitive, Zero};
use std::fmt::Debug;
use std::ops::Mul;

/// A number whose small values are exact in every order of summation.
trait Number:
    Copy + Zero + Mul<Output = Self> + PartialEq + Debug + FromPrimitive + ToPrimitive
{
}
impl<T> Number for T where
    T: Copy + Zero + Mul<Output = T> + PartialEq + Debug + FromPrimitive + ToPrimitive
{
}

/// Small numbers, none of them zero all along a row or a column.
fn values<T: Number>(len: usize, seed: usize) -> Vec<T> {
    (0..len).map(|i| T::from_usize((i * 7 + i / 5 + seed) % 3).unwrap()).collect()
}

/// The same matrix row by row, column by column, with gaps, and backwards.
fn laid_out<T: Number>(rows: usize, columns: usize, seed: usize) -> [Tensor<T, 2>; 4] {
    let matrix = Tensor::from_vec(values::<T>(rows * columns, seed), [rows, columns]).unwrap();
    let by_columns = matrix.transpose().to_owned().viewed(|v| v.transpose());
    let mut gaps =
        Tensor::zeros([2 * rows, 3 * columns]).viewed(|v| v.step(Axis::<0>, 2).step(Axis::<1>, 3));
    let strides = gaps.strides();
    gaps.assign(&matrix);
    assert_eq!(gaps.strides(), strides, "the only owner writes in place");
    let backwards = matrix.flip(Axis::<0>).flip(Axis::<1>).to_contiguous();
    let backwards = backwards.viewed(|v| v.flip(Axis::<0>).flip(Axis::<1>));
    [matrix, by_columns, gaps, backwards]
}

fn three_loops<T: Number>(a: &TensorRef<T, 2>, b: &TensorRef<T, 2>) -> Vec<T> {
    let ([m, k], [_, n]) = (a.shape(), b.shape());
    let (a, b) = (a.to_vec(), b.to_vec());
    let row = |i: usize, j: usize| (0..k).map(move |p| (i * k + p, p * n + j));
    (0..m * n)
        .map(|at| row(at / n, at % n).fold(T::zero(), |sum, (i, j)| sum + a[i] * b[j]))
        .collect()
}

fn check<T: Number>([m, k, n]: [usize; 3]) {
    let (left, right) = (laid_out::<T>(m, k, 1), laid_out::<T>(k, n, 2));
    let expected = three_loops(&left[0], &right[0]);
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            assert_eq!(a.matmul(b).to_vec(), expected, "[{m}, {k}, {n}], layouts {i} and {j}");
        }
    }
}

/// Rows in tiles of 4 and 8, columns in up to three vectors of 1 to 16, the inner axis in groups of
/// four where the right operand is laid out anew.
#[test]
fn products_of_odd_sizes() {
    for n in 1..=33 {
        check::<f32>([n % 10 + 1, n % 7 + 1, n]);
        check::<f64>([n, n % 6 + 1, n % 9 + 1]);
        check::<i32>([n % 5 + 1, n, n % 4 + 1]);
    }
    for sizes in [[4, 4, 4], [8, 8, 8], [9, 17, 47], [17, 3, 49], [5, 86, 33], [3, 70, 65]] {
        check::<f32>(sizes);
        check::<f64>(sizes);
    }
    // One and two blocks of columns and of the inner axis.
    for sizes in [[3, 63, 111], [2, 66, 112], [3, 5, 129], [1, 65, 40], [5, 129, 1]] {
        check::<u8>(sizes);
        check::<i64>(sizes);
    }
}

/// Where tiles leave off and `gemm` goes on: long inner axes, and more than 2^20 multiplications.
#[test]
fn products_at_the_limits_of_tiles() {
    for sizes in [[2, 512, 3], [2, 513, 3], [101, 101, 101], [102, 101, 102], [2, 85, 18]] {
        let [m, k, n] = sizes;
        let (a, b) = (laid_out::<f32>(m, k, 3), laid_out::<f32>(k, n, 4));
        let expected = three_loops(&a[0], &b[0]);
        for b in &b[..2] {
            assert_eq!(a[0].matmul(b).to_vec(), expected, "{sizes:?}");
        }
    }
}

#[test]
fn gemm_scales_and_adds_at_every_stride() {
    for [m, k, n] in [[1, 3, 5], [5, 3, 1], [4, 4, 4], [7, 5, 19], [20, 9, 33], [3, 0, 4]] {
        let (left, right) = (laid_out::<f32>(m, k, 1), laid_out::<f32>(k, n, 2));
        let product = three_loops(&left[0], &right[0]);
        let before = laid_out::<f32>(m, n, 7);
        for (alpha, beta) in [(1.0, 0.0), (2.0, 0.0), (1.0, 1.0), (-0.5, 2.0), (0.0, 1.0)] {
            let pairs = product.iter().zip(before[0].iter());
            let expected: Vec<f32> = pairs.map(|(&p, &c)| alpha * p + beta * c).collect();
            for (i, before) in before.iter().enumerate() {
                for (j, (a, b)) in left.iter().zip(right.iter().rev()).enumerate() {
                    let mut c = before.clone();
                    gemm(alpha, a, b, beta, &mut c.view_mut());
                    let context = format!("[{m}, {k}, {n}] * {alpha} + {beta}, {i}, {j}");
                    assert_eq!(c.to_vec(), expected, "{context}");
                }
            }
        }
    }
}

#[test]
fn gemm_without_beta_does_not_read_at_any_stride() {
    for [m, k, n] in [[2, 2, 2], [9, 4, 17], [2, 3, 1]] {
        let (a, b) = (laid_out::<f64>(m, k, 1), laid_out::<f64>(k, n, 2));
        let expected = three_loops(&a[0], &b[0]);
        for mut c in laid_out::<f64>(m, n, 0) {
            c.fill(f64::NAN);
            gemm(1.0, &a[0], &b[1], 0.0, &mut c.view_mut());
            assert_eq!(c.to_vec(), expected, "[{m}, {k}, {n}]");
        }
    }
}

/// Batches that are repeated, stepped and transposed, against one matrix at a time.
#[test]
fn small_batches_broadcast() {
    let of = |shape: [usize; 4], seed| {
        Tensor::from_vec(values::<f32>(shape.iter().product(), seed), shape).unwrap()
    };
    let (a, steps, turned) = (of([3, 1, 5, 4], 1), of([1, 6, 4, 9], 2), of([3, 3, 9, 4], 3));
    for b in [steps.step(Axis::<1>, 2), turned.transpose()] {
        let all = a.matmul(b);
        assert_eq!(all.shape(), [3, 3, 5, 9]);
        for i in 0..3 {
            for j in 0..3 {
                let a = a.index_axis(Axis::<0>, i).index_axis(Axis::<0>, 0);
                let b = b.index_axis(Axis::<0>, i % b.shape()[0]).index_axis(Axis::<0>, j);
                let one = all.index_axis(Axis::<0>, i).index_axis(Axis::<0>, j);
                assert_eq!(one.to_vec(), three_loops(&a, &b), "{i}, {j}");
            }
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn small_batches_and_integers_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let ragged = |shape: [usize; 3]| {
        let mut i = 0;
        Tensor::<f32, 3>::from_fn(shape, |_| {
            i += 1;
            (i % 1009 * 7919 % 1009) as f32 / 1009.0 - 0.5
        })
    };
    let (a, b) = (ragged([600, 20, 33]), ragged([600, 33, 20]));
    let (x, y) = (laid_out::<i32>(150, 170, 1), laid_out::<i32>(170, 180, 1));
    let run = || (a.matmul(&b).to_vec(), x[0].matmul(&y[1]).to_vec());
    let one = pool(1).install(run);
    for threads in [2, 3] {
        assert!(pool(threads).install(run) == one, "{threads} threads");
    }
}

/// Large products are cut along the longer side; each element is added up in the same order as on one
/// thread.
#[cfg(feature = "rayon")]
#[test]
fn large_products_do_not_depend_on_the_number_of_threads() {
    fn results<T: Element>() -> Vec<Vec<T>> {
        let of = |rows: usize, columns: usize| {
            let number = |i: usize| ((i % 1009 * 7919 % 1009) as f64 / 1009.0 - 0.5) * 3.7;
            Tensor::from_fn([rows, columns], |[i, j]| T::of(number(i * columns + j)))
        };
        let mut all = Vec::new();
        // Unoptimised they take their time.
        let shapes = [
            [170, 60, 450],
            [260, 170, 200],
            [97, 2100, 101],
            [1100, 2000, 3],
            [70, 600, 500],
            [70, 1100, 500],
        ];
        let count = if cfg!(debug_assertions) { 1 } else { shapes.len() };
        for [m, k, n] in shapes.into_iter().take(count) {
            let (a, b) = (of(m, k), of(k, n));
            all.push(a.matmul(&b).to_vec());
            all.push(a.matmul(of(n, k).transpose()).to_vec());
            all.push(of(k, m).transpose().matmul(&b).to_vec());
            let mut c = of(m, n);
            holor::gemm(T::of(0.3), &a, &b, T::of(1.1), &mut c);
            all.push(c.to_vec());
        }
        all
    }
    trait Element: Clone + Send + PartialEq + Zero + Mul<Output = Self> {
        fn of(x: f64) -> Self;
    }
    impl Element for f32 {
        fn of(x: f64) -> Self {
            x as f32
        }
    }
    impl Element for f64 {
        fn of(x: f64) -> Self {
            x
        }
    }
    impl Element for Complex<f32> {
        fn of(x: f64) -> Self {
            Complex::new(x as f32, 1.0 - x as f32)
        }
    }
    impl Element for Complex<f64> {
        fn of(x: f64) -> Self {
            Complex::new(x, 1.0 - x)
        }
    }
    fn check<T: Element>() {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let one = pool(1).install(results::<T>);
        for threads in [2, 3] {
            assert!(pool(threads).install(results::<T>) == one, "{threads} threads");
        }
    }
    check::<f32>();
    check::<f64>();
    check::<Complex<f32>>();
    check::<Complex<f64>>();
}
