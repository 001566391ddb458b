//! Products of matrices and vectors against three nested loops, over disguises.

use holor::prelude::*;
use holor::try_gemm;
use num_complex::Complex;
use num_traits::Zero;
use std::fmt::Debug;
use std::ops::Mul;

use crate::disguise::disguises;
use crate::oracle::Oracle;

/// A number type with small values, whose sums are exact in every order.
trait Number: Clone + Zero + Mul<Output = Self> + PartialEq + Debug {
    fn small(i: usize) -> Self;
}

macro_rules! numbers {
    ($($number:ty: $i:ident => $small:expr;)*) => { $(
        impl Number for $number {
            fn small($i: usize) -> Self {
                $small
            }
        }
    )* };
}

numbers! {
    f32: i => (i * 7 % 9) as f32 - 4.0;
    f64: i => (i * 7 % 9) as f64 - 4.0;
    i32: i => (i * 7 % 9) as i32 - 4;
    u8: i => (i * 7 % 3) as u8;
    Complex<f32>: i => Complex::new((i * 7 % 9) as f32 - 4.0, (i * 5 % 7) as f32 - 3.0);
    Complex<f64>: i => Complex::new((i * 7 % 9) as f64 - 4.0, (i * 5 % 7) as f64 - 3.0);
    Quad: i => Quad([(i * 7 % 5) as i64, 1, (i % 3) as i64, 2]);
}

#[cfg(feature = "half")]
numbers! {
    half::f16: i => half::f16::from_f32((i * 7 % 9) as f32 - 4.0);
    half::bf16: i => half::bf16::from_f32((i * 7 % 5) as f32 - 2.0);
}

/// A matrix as a number: its product does not commute.
#[derive(Clone, Debug, PartialEq)]
struct Quad([i64; 4]);

impl Mul for Quad {
    type Output = Quad;
    fn mul(self, Quad([e, f, g, h]): Quad) -> Quad {
        let Quad([a, b, c, d]) = self;
        Quad([a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h])
    }
}

impl std::ops::Add for Quad {
    type Output = Quad;
    fn add(self, other: Quad) -> Quad {
        Quad(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Zero for Quad {
    fn zero() -> Self {
        Quad([0; 4])
    }
    fn is_zero(&self) -> bool {
        self.0 == [0; 4]
    }
}

fn filled<T: Number, const R: usize>(shape: [usize; R], seed: usize) -> Tensor<T, R> {
    let mut i = seed;
    Tensor::from_fn(shape, |_| {
        i += 1;
        T::small(i)
    })
}

/// `[.., m, k] x [.., k, n]`, index by index.
fn naive<T: Number>(a: &Oracle<T>, b: &Oracle<T>, rank: usize) -> Oracle<T> {
    let size = |shape: &[usize], axis: usize| match (axis + shape.len()).checked_sub(rank) {
        Some(axis) => shape[axis],
        None => 1,
    };
    let mut shape: Vec<usize> = (0..rank)
        .map(|axis| match (size(&a.shape, axis), size(&b.shape, axis)) {
            (1, right) => right,
            (left, _) => left,
        })
        .collect();
    let k = a.shape[a.shape.len() - 1];
    (shape[rank - 2], shape[rank - 1]) = (a.shape[a.shape.len() - 2], b.shape[b.shape.len() - 1]);
    let at = |o: &Oracle<T>, index: &[usize], i: usize, j: usize| {
        let mut index = index[rank - o.shape.len()..].to_vec();
        for (i, &size) in index.iter_mut().zip(&o.shape) {
            *i = if size == 1 { 0 } else { *i };
        }
        let last = index.len() - 2;
        (index[last], index[last + 1]) = (i, j);
        o.get(&index).clone()
    };
    Oracle::from_fn(&shape, |index| {
        let (i, j) = (index[rank - 2], index[rank - 1]);
        (0..k).fold(T::zero(), |sum, l| sum + at(a, &index, i, l) * at(b, &index, l, j))
    })
}

fn check<T: Number, const A: usize, const B: usize, const O: usize>(a: [usize; A], b: [usize; B])
where
    Rank<A>: MatrixRank + BroadcastWith<Rank<B>, Output = Rank<O>>,
    Rank<B>: MatrixRank,
{
    let (a, b) = (filled::<T, A>(a, 1), filled::<T, B>(b, 5));
    let expected = naive(&Oracle::of(&a), &Oracle::of(&b), O);
    let rights = disguises(&b);
    for (left, a) in disguises(&a) {
        for (right, b) in &rights {
            let context = || format!("{:?} {left} x {:?} {right}", a.shape(), b.shape());
            for product in [a.matmul(b), a.view().matmul(b.clone())] {
                assert!(product.is_contiguous(), "{}", context());
                assert_eq!(product.shape()[..], expected.shape, "{}", context());
                assert_eq!(product.to_vec(), expected.values, "{}", context());
            }
        }
    }
}

fn check_all_shapes<T: Number>() {
    for (m, k, n) in [
        (2, 3, 4),
        (1, 3, 2),
        (3, 1, 2),
        (3, 2, 2),
        (4, 5, 1),
        (1, 4, 1),
        (1, 1, 1),
        (2, 0, 3),
        (0, 2, 3),
        (3, 2, 0),
        (0, 0, 0),
        (9, 7, 10),
    ] {
        check::<T, 2, 2, 2>([m, k], [k, n]);
        check::<T, 3, 2, 3>([3, m, k], [k, n]);
        check::<T, 2, 3, 3>([m, k], [2, k, n]);
        check::<T, 3, 3, 3>([2, m, k], [2, k, n]);
        check::<T, 3, 3, 3>([1, m, k], [2, k, n]);
        check::<T, 4, 3, 4>([2, 1, m, k], [3, k, n]);
    }
    check::<T, 4, 2, 4>([2, 3, 2, 3], [3, 2]);
    check::<T, 4, 4, 4>([2, 1, 2, 3], [1, 3, 3, 2]);
    check::<T, 3, 3, 3>([0, 2, 3], [1, 3, 2]);
    check::<T, 4, 3, 4>([2, 0, 2, 3], [1, 3, 2]);
}

#[test]
fn matmul_is_three_loops_over_all_disguises() {
    check_all_shapes::<f32>();
    check_all_shapes::<f64>();
    check_all_shapes::<i32>();
    check_all_shapes::<Quad>();
}

#[test]
fn matmul_is_three_loops_for_complex_and_small_integers() {
    check_all_shapes::<Complex<f32>>();
    check_all_shapes::<Complex<f64>>();
    check_all_shapes::<u8>();
}

#[cfg(feature = "half")]
#[test]
fn matmul_is_three_loops_for_half_floats() {
    check_all_shapes::<half::f16>();
    check_all_shapes::<half::bf16>();
}

/// Sizes past the blocks of the kernels; each kind of memory order once.
#[test]
fn matmul_goes_past_every_block() {
    fn check<T: Number>(m: usize, k: usize, n: usize) {
        let (a, b) = (filled::<T, 2>([m, k], 1), filled::<T, 2>([k, n], 5));
        let expected = naive(&Oracle::of(&a), &Oracle::of(&b), 2);
        let columns = |t: &Tensor<T, 2>| t.transpose().to_owned().viewed(|v| v.transpose());
        for a in [a.clone(), columns(&a)] {
            for b in [b.clone(), columns(&b)] {
                assert_eq!(Oracle::of(&a.matmul(&b)), expected, "{m} {k} {n}");
            }
        }
    }
    // The sixth is wide enough for `gemm` to pack the left operand; copies of the right operands of the last two have
    // gaps between their rows.
    let small = [(17, 70, 9), (3, 5, 1030), (65, 130, 33), (1, 5000, 2), (300, 9, 1)];
    let sizes = [&small[..], &[(31, 43, 800), (40, 12, 512), (130, 20, 512)]].concat();
    for (m, k, n) in sizes {
        check::<f32>(m, k, n);
        check::<f64>(m, k, n);
        check::<i32>(m, k, n);
        check::<Complex<f32>>(m, k, n);
    }
}

#[test]
fn vectors_over_all_disguises() {
    fn check<T: Number>(m: usize, k: usize) {
        let (a, x, y) = (filled::<T, 2>([m, k], 1), filled::<T, 1>([k], 2), filled::<T, 1>([m], 3));
        let at = |i: usize, j: usize| a[[i, j]].clone();
        let sum = |n: usize, f: &dyn Fn(usize) -> T| (0..n).fold(T::zero(), |sum, i| sum + f(i));
        let right: Vec<T> = (0..m).map(|i| sum(k, &|j| at(i, j) * x[[j]].clone())).collect();
        let left: Vec<T> = (0..k).map(|j| sum(m, &|i| y[[i]].clone() * at(i, j))).collect();
        let dot = sum(k, &|j| x[[j]].clone() * x[[j]].clone());
        let (xs, ys) = (disguises(&x), disguises(&y));
        for (name, a) in disguises(&a) {
            for (other, x) in &xs {
                assert_eq!(a.matvec(x).to_vec(), right, "{m} {k} {name} {other}");
            }
            for (other, y) in &ys {
                assert_eq!(y.vecmat(&a.view()).to_vec(), left, "{m} {k} {name} {other}");
            }
        }
        for (name, v) in &xs {
            for (other, w) in &xs {
                assert_eq!(v.dot(&w.view()), dot, "{k} {name} {other}");
            }
        }
    }
    for (m, k) in [(2, 3), (1, 4), (4, 1), (1, 1), (0, 3), (3, 0), (0, 0), (9, 17), (70, 130)] {
        check::<f32>(m, k);
        check::<f64>(m, k);
        check::<i32>(m, k);
        check::<Complex<f64>>(m, k);
        check::<Quad>(m, k);
        if m * k < 100 {
            check::<u8>(m, k);
        }
    }
    check::<f32>(2, 9000);
    check::<f32>(5000, 3);
}

#[test]
fn outer_and_trace_over_all_disguises() {
    fn check<T: Number>() {
        let (a, b) = (filled::<T, 2>([2, 3], 1), filled::<T, 1>([4], 2));
        let expected = Oracle::from_fn(&[2, 3, 4], |i| a[[i[0], i[1]]].clone() * b[[i[2]]].clone());
        for (name, a) in disguises(&a) {
            for (other, b) in disguises(&b) {
                let product: Tensor<T, 3> = a.outer(&b);
                assert_eq!(Oracle::of(&product), expected, "{name} {other}");
            }
        }
        for shape in [[3, 3], [2, 5], [4, 1], [0, 3]] {
            let a = filled::<T, 2>(shape, 3);
            let n = shape[0].min(shape[1]);
            let expected = (0..n).fold(T::zero(), |sum, i| sum + a[[i, i]].clone());
            for (name, a) in disguises(&a) {
                assert_eq!(a.trace(), expected, "{shape:?} {name}");
            }
        }
    }
    check::<f32>();
    check::<i32>();
    check::<Complex<f64>>();
    check::<Quad>();
    let scalar: Tensor<i32, 0> = Tensor::scalar(3).outer(&Tensor::scalar(4));
    assert_eq!(scalar.item(), 12);
    let none: Tensor<i32, 2> = tensor![1, 2].outer(&Tensor::zeros([0]));
    assert_eq!(none.shape(), [2, 0]);
}

#[test]
fn gemm_writes_in_place_over_all_disguises() {
    fn check<T: Number>(m: usize, k: usize, n: usize) {
        let (a, b) = (filled::<T, 2>([m, k], 1), filled::<T, 2>([k, n], 5));
        let c = filled::<T, 2>([m, n], 2);
        let product = naive(&Oracle::of(&a), &Oracle::of(&b), 2);
        let factors = [(T::small(1), T::small(2)), (T::small(3), T::zero())];
        for (alpha, beta) in factors {
            let expected = Oracle::from_fn(&[m, n], |i| {
                let new = alpha.clone() * product.get(&i).clone();
                new + beta.clone() * c[[i[0], i[1]]].clone()
            });
            for (name, a) in disguises(&a) {
                for (other, mut c) in disguises(&c) {
                    let (at, strides) = (c.as_ptr(), c.strides());
                    gemm(alpha.clone(), &a, &b.view(), beta.clone(), &mut c);
                    assert_eq!(Oracle::of(&c), expected, "{m} {k} {n} {name} {other}");
                    let in_place = (c.as_ptr(), c.strides()) == (at, strides);
                    assert!(in_place || other == "broadcast", "{name} {other}");
                }
            }
        }
    }
    let without_elements = [(0, 2, 3), (2, 3, 0), (0, 3, 1), (1, 3, 0), (0, 2, 0), (40, 3, 0)];
    let sizes = [(2, 3, 4), (1, 3, 2), (3, 1, 2), (4, 5, 1), (2, 0, 3), (9, 7, 10)];
    for (m, k, n) in sizes.into_iter().chain(without_elements) {
        check::<f32>(m, k, n);
        check::<f64>(m, k, n);
        check::<i32>(m, k, n);
        check::<Complex<f32>>(m, k, n);
        check::<Quad>(m, k, n);
    }
}

#[test]
fn gemm_without_beta_does_not_read() {
    for (m, k, n) in [(2, 3, 4), (1, 3, 2), (3, 2, 1), (2, 0, 3), (3, 1, 3), (40, 9, 40)] {
        let (a, b) = (filled::<f32, 2>([m, k], 1), filled::<f32, 2>([k, n], 5));
        let mut c = Tensor::full([m, n], f32::NAN);
        gemm(1.0, &a, &b, 0.0, &mut c);
        assert_eq!(c, a.matmul(&b), "{m} {k} {n}");
    }
}

/// Every stride of the result, batches that broadcast; what was there is not read.
#[test]
fn matmul_into_is_matmul() {
    fn check<T: Number>(odd: T) {
        for [m, k, n] in [[3, 4, 5], [1, 7, 1], [1, 3, 6], [6, 3, 1], [2, 0, 3], [20, 33, 40]] {
            let a = filled::<T, 4>([2, 1, m, k], 1);
            for b in [filled::<T, 4>([1, 3, k, n], 2), filled::<T, 4>([2, 3, k, n], 3)] {
                let expected = a.matmul(&b);
                let shape = expected.shape();
                let check = |out: &mut TensorRef<T, 4>| {
                    a.matmul_into(&b, out);
                    assert_eq!(*out, expected, "{shape:?}, strides {:?}", out.strides());
                };
                check(&mut Tensor::full(shape, odd.clone()));
                let [o, p, m, n] = shape;
                let orders = Tensor::full([n, o, p, m], odd.clone());
                check(&mut orders.viewed(|v| v.permute(axes![1, 2, 3, 0])));
                let rows = Tensor::full([m, n, p, o], odd.clone());
                check(&mut rows.viewed(|v| v.permute(axes![3, 2, 0, 1])));
                let mut gaps = Tensor::full([o, p, 2 * m, 3 * n], odd.clone());
                check(&mut gaps.slice_mut(s![.., .., ..;2, ..;-3]));
                let left = (o * p * 2 * m * 3 * n) - shape.iter().product::<usize>();
                assert_eq!(gaps.iter().filter(|&x| x.clone() != *x || *x == odd).count(), left);
            }
        }
        // No products, and products without elements: nothing is written.
        for [batches, m, n] in [[0, 3, 2], [0, 1, 1], [0, 1, 5], [2, 0, 3], [2, 3, 0], [2, 1, 0]] {
            let (a, b) = (filled::<T, 3>([batches, m, 4], 1), filled::<T, 3>([batches, 4, n], 2));
            let mut none = Tensor::full([batches, m, n], odd.clone());
            a.matmul_into(&b, &mut none);
            assert_eq!(none, a.matmul(&b));
        }
        // Products into a part of one matrix.
        let (a, b) = (filled::<T, 3>([2, 3, 4], 1), filled::<T, 2>([4, 2], 2));
        let mut out = Tensor::<T, 3>::full([2, 5, 2], odd);
        a.matmul_into(&b, &mut out.slice_mut(s![.., 1..4, ..]));
        assert_eq!(out.slice(s![.., 1..4, ..]), a.matmul(&b));
    }
    check::<f32>(f32::NAN);
    check::<f64>(1e300);
    check::<Complex<f64>>(Complex::new(f64::NAN, 0.0));
    check::<i32>(1 << 20);
    check::<Quad>(Quad([1000, 0, 0, 7]));
    #[cfg(feature = "half")]
    check::<half::f16>(half::f16::INFINITY);
}

/// BLAS: with `alpha` zero, the factors are not read.
#[test]
fn gemm_with_alpha_zero_does_not_read_the_factors() {
    fn check<T: Number>(odd: T) {
        for [m, k, n] in [[1, 3, 1], [2, 3, 4], [1, 3, 5], [5, 3, 1], [20, 30, 40], [3, 0, 2]] {
            let [a, b] = [[m, k], [k, n]].map(|shape| Tensor::<T, 2>::full(shape, odd.clone()));
            let before = filled::<T, 2>([m, n], 3);
            let two = T::small(2) + T::zero();
            for c in [before.clone(), before.transpose().to_owned().viewed(|v| v.transpose())] {
                let mut scaled = c.clone();
                gemm(T::zero(), &a, &b, two.clone(), &mut scaled);
                assert_eq!(scaled, c.map(|c| two.clone() * c.clone()), "[{m}, {k}, {n}]");
                let mut cleared = Tensor::<T, 2>::full(c.shape(), odd.clone());
                gemm(T::zero(), &a, &b, T::zero(), &mut cleared);
                assert_eq!(cleared, Tensor::zeros([m, n]), "[{m}, {k}, {n}]");
            }
        }
    }
    check::<f32>(f32::NAN);
    check::<f64>(f64::INFINITY);
    check::<Complex<f32>>(Complex::new(f32::NAN, 0.0));
    check::<Complex<f64>>(Complex::new(0.0, f64::NAN));
    // Would overflow.
    check::<i32>(i32::MAX);
    check::<u8>(u8::MAX);
    #[cfg(feature = "half")]
    check::<half::bf16>(half::bf16::NAN);
}

#[test]
fn gemm_copies_what_is_shared_and_leaves_what_is_around() {
    let a = tensor![[1.0, 2.0], [3.0, 4.0]];
    let mut c = tensor![[1.0, 0.0], [0.0, 1.0]];
    let before = c.clone();
    gemm(1.0, &a, &a, 1.0, &mut c);
    assert_eq!(c, tensor![[8.0, 10.0], [15.0, 23.0]]);
    assert_eq!(before, tensor![[1.0, 0.0], [0.0, 1.0]]);
    let mut wide = Tensor::full([3, 4], 9.0);
    gemm(1.0, &a, &a, 0.0, &mut wide.slice_mut(s![1.., 0..4;2]));
    let expected = tensor![[9.0, 9.0, 9.0, 9.0], [7.0, 9.0, 10.0, 9.0], [15.0, 9.0, 22.0, 9.0]];
    assert_eq!(wide, expected);
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn errors_name_the_operation_and_both_shapes() {
    fn text<V>(result: Result<V, ShapeError>) -> String {
        result.err().expect("an error").to_string()
    }
    let zeros = |shape| Tensor::<f32, 2>::zeros(shape);
    let cubes = |shape| Tensor::<f32, 3>::zeros(shape);
    let v = Tensor::<f32, 1>::zeros([3]);
    let m = zeros([2, 3]);
    assert_eq!(
        text(m.try_matmul(zeros([4, 5]))),
        "matmul: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)"
    );
    assert_eq!(
        text(m.try_matmul(cubes([7, 4, 5]))),
        "matmul: [2, 3] x [7, 4, 5]: inner dimensions differ (3 and 4)"
    );
    assert_eq!(
        text(cubes([2, 3, 4]).try_matmul(cubes([5, 4, 6]))),
        "matmul: [2, 3, 4] and [5, 4, 6]: sizes 2 and 5 meet at axis 0 and neither is 1"
    );
    assert_eq!(
        text(
            zeros([1, 0])
                .broadcast_to([1 << 40, 0])
                .try_matmul(zeros([0, 1]).broadcast_to([0, 1 << 40]))
        ),
        "matmul: [1099511627776, 1099511627776]: more elements than memory can address"
    );
    assert_eq!(text(v.try_dot(&tensor![1.0])), "dot: [3] x [1]: inner dimensions differ (3 and 1)");
    assert_eq!(
        text(m.try_matvec(&tensor![1.0, 2.0])),
        "matvec: [2, 3] x [2]: inner dimensions differ (3 and 2)"
    );
    assert_eq!(text(v.try_vecmat(&m)), "vecmat: [3] x [2, 3]: inner dimensions differ (3 and 2)");
    let byte = Tensor::<u8, 1>::zeros([1]);
    let long = byte.broadcast_to([1 << 32]);
    assert_eq!(
        text(long.try_outer::<1, 2>(&long)),
        "outer: [4294967296, 4294967296]: more elements than memory can address"
    );
    let mut c = zeros([2, 4]);
    assert_eq!(
        text(try_gemm(1.0, &m, &zeros([4, 5]), 0.0, &mut c)),
        "gemm: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)"
    );
    assert_eq!(
        text(try_gemm(1.0, &m, &zeros([3, 5]), 0.0, &mut c)),
        "gemm: [2, 5] and [2, 4]: sizes 5 and 4 of axis 1 differ"
    );
}

#[test]
#[should_panic = "matmul: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)"]
fn matmul_panics_with_the_text_of_its_error() {
    let _ = Tensor::<f32, 2>::zeros([2, 3]).matmul(Tensor::zeros([4, 5]));
}

/// Sums of `terms` times 0.1 in f32, which ordinary summation gets wrong in the third digit.
#[test]
fn dot_is_as_good_as_pairwise_summation() {
    let n = 1_000_000;
    let exact = n as f64 * f64::from(0.1_f32);
    let near = |sum: f32, name: &str| {
        let error = (f64::from(sum) - exact).abs() / exact;
        assert!(error < 4e-7, "{name}: {error:e}");
    };
    let (x, ones) = (Tensor::<f32, 1>::full([n], 0.1), Tensor::<f32, 1>::ones([n]));
    near(x.dot(&ones), "contiguous");
    near(Tensor::<f32, 1>::full([2 * n], 0.1).step(Axis::<0>, 2).dot(&ones), "stepped");
    near(ones.broadcast_to([n]).dot(&x.flip(Axis::<0>)), "reversed");
    let row = x.unsqueeze(Axis::<0>);
    near(row.matvec(&ones)[[0]], "matvec");
    near(ones.vecmat(&row.transpose())[[0]], "vecmat");
    near(row.matmul(ones.unsqueeze(Last)).to_vec()[0], "matmul");
    #[cfg(target_pointer_width = "64")] // sizes of 64 bits
    near(Tensor::<f32, 1>::full([1], 0.1).broadcast_to([n, n]).trace(), "trace");
    let integers = Tensor::<f32, 1>::ones([1 << 24]);
    assert_eq!(integers.dot(&integers), (1 << 24) as f32);
}

/// By a right operand whose columns lie next to each other: into a new tensor, a part of one, and added to it.
#[test]
fn few_rows_times_a_transposed_matrix() {
    fn check<T: Number + num_traits::Float>() {
        for (m, k, n) in
            [(1, 70, 9), (2, 64, 4), (3, 200, 65), (8, 65, 17), (9, 63, 40), (33, 100, 66)]
        {
            let (a, b) = (filled::<T, 3>([2, m, k], 1), filled::<T, 3>([2, n, k], 5));
            let expected = a.matmul(b.transpose().to_contiguous());
            for (name, a) in disguises(&a) {
                assert_eq!(a.matmul(b.transpose()), expected, "{name}, {m} {k} {n}");
                let one = b.narrow(Axis::<0>, 0, 1);
                let last = a.matmul(one.transpose()).index_axis(Axis::<0>, 1).to_contiguous();
                let (a, b) = (a.index_axis(Axis::<0>, 1), b.index_axis(Axis::<0>, 0));
                assert_eq!(a.matmul(b.transpose()), last, "{name}, {m} {k} {n}");
                let mut wide = Tensor::<T, 2>::full([m + 2, n + 3], T::one());
                let inner = &mut wide.slice_mut(s![1..-1, 2..-1]);
                gemm(T::small(3), &a, &b.transpose(), T::small(5), inner);
                let scaled = last.map(|&x| T::small(3) * x + T::small(5));
                assert_eq!(wide.slice(s![1..-1, 2..-1]), scaled, "{name}, {m} {k} {n}");
                assert!(wide.row(0).iter().chain(&wide.column(1)).all(|x| x.is_one()), "{name}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

#[cfg(feature = "rayon")]
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let ragged = |i: usize| ((i % 1009 * 7919 % 1009) as f32 / 1009.0 - 0.5) * 3.7;
    let of = |shape: [usize; 3]| {
        let mut i = 0;
        Tensor::from_fn(shape, |_| {
            i += 1;
            ragged(i)
        })
    };
    let (a, b) = (of([9, 150, 150]), of([9, 150, 150]));
    let (x, y) = (of([1, 400, 300]), of([1, 300, 500]));
    let tall = of([1, 1030, 700]).viewed(|v| v.squeeze(Axis::<0>));
    let v = of([1, 1, 700]).flatten();
    let wide = of([1, 300, 5000]).viewed(|v| v.squeeze(Axis::<0>));
    let long = of([1, 1, 1_000_003]).flatten();
    let weights = of([1, 4100, 300]).viewed(|v| v.squeeze(Axis::<0>));
    let (few, more) = (of([3, 9, 300]), of([1, 300, 2100]).viewed(|v| v.squeeze(Axis::<0>)));
    let whole = |shape| Tensor::from_fn(shape, |[i, j]| (i * 31 + j * 17) as i32 % 1000 - 500);
    let (p, q) = (whole([301, 200]), whole([200, 150]));
    let (left, right) = (p.to_vec(), q.to_vec());
    let sums =
        |i: usize, j: usize| (0..200).map(|k| left[i * 200 + k] * right[k * 150 + j]).sum::<i32>();
    let products = Tensor::from_fn([301, 150], |[i, j]| sums(i, j));
    let run = || {
        let mut all = a.matmul(&b).to_vec();
        all.extend(x.matmul(&y).to_vec());
        all.extend(tall.matvec(&v).to_vec());
        all.extend(v.vecmat(&tall.transpose().to_contiguous()).to_vec());
        all.extend(wide.transpose().matvec(&v.narrow(Axis::<0>, 0, 300)).to_vec());
        all.push(long.dot(&long));
        // Of the transposed operands.
        all.extend(few.matmul(weights.transpose()).to_vec());
        all.extend(few.index_axis(Axis::<0>, 0).matmul(more.to_contiguous().view()).to_vec());
        all.extend(weights.narrow(Axis::<0>, 0, 299).matmul(weights.transpose()).to_vec());
        assert_eq!(p.matmul(&q), products);
        all
    };
    let one = pool(1).install(run);
    for threads in [2, 3, 8] {
        assert!(pool(threads).install(run) == one, "{threads} threads");
    }
}

#[cfg(debug_assertions)]
#[test]
fn integers_overflow_as_they_do_elsewhere() {
    fn message(work: impl FnOnce() + std::panic::UnwindSafe) -> String {
        let payload = std::panic::catch_unwind(work).unwrap_err();
        payload.downcast_ref::<&str>().expect("a text").to_string()
    }
    let (a, b) = (tensor![[200_u8, 100], [1, 1]], tensor![[1_u8, 1], [1, 2]]);
    let sum = "attempt to add with overflow";
    assert_eq!(message(|| _ = a.matmul(&b)), sum);
    assert_eq!(message(|| _ = a.matvec(&tensor![1, 1])), sum);
    assert_eq!(
        message(|| _ = tensor![200_u8].dot(&tensor![2])),
        "attempt to multiply with overflow"
    );
    assert_eq!(message(|| _ = tensor![[200_u8, 0], [0, 100]].trace()), sum);
    // In the order of the inner axis: the sum passes 127 though it ends below.
    assert_eq!(message(|| _ = tensor![100_i8, 100, -100].dot(&tensor![1, 1, 1])), sum);
    assert_eq!(tensor![100_i8, -100, 100].dot(&tensor![1, 1, 1]), 100);
}
