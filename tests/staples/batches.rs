//! Products over batches of vectors and matrices: numpy, and sums written out, over disguises.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use holor::num_complex::Complex;
use holor::prelude::*;
use std::fmt::Debug;
use std::ops::{Add, Mul};

fn text<V>(result: Result<V, ShapeError>) -> String {
    result.err().expect("an error").to_string()
}

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<i64, R> {
    let mut i = 0;
    Tensor::from_fn(shape, |_| {
        i = (i * 7 + 3) % 23;
        i - 11
    })
}

fn ints<const R: usize>(data: &Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

fn complex<const R: usize>(data: &Data) -> Tensor<Complex<f64>, R> {
    let numbers = data.pairs().into_iter().map(|(re, im)| Complex::new(re, im));
    Tensor::from_vec(numbers.collect(), data.shape()).unwrap()
}

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.f64s(), data.shape()).unwrap()
}

/// Compares what an operation makes of floats in every disguise, and of `f32`. All finite sums are exact, in any order;
/// the signs of zeros are compared where nothing is added up.
fn of_floats<const R: usize, const B: usize, const O: usize>(
    case: &Case,
    signs: bool,
    f: impl Fn(&TensorRef<f64, R>, &TensorRef<f64, B>) -> Tensor<f64, O>,
    narrow: impl Fn(&TensorRef<f32, R>, &TensorRef<f32, B>) -> Tensor<f32, O>,
) {
    let expected = floats::<O>(&case.outputs[0]);
    let check = |name: &str, found: Tensor<f64, O>| {
        let same = |(a, b): (&f64, &f64)| match a.is_nan() {
            true => b.is_nan(),
            false => a == b && (!signs || a.is_sign_negative() == b.is_sign_negative()),
        };
        let all = found.shape() == expected.shape() && found.iter().zip(&expected).all(same);
        assert!(all, "{case}, {name}: {found:?} is not {expected:?}");
    };
    let rights = disguises(&floats::<B>(&case.inputs[1]));
    for (name, a) in &disguises(&floats::<R>(&case.inputs[0])) {
        for (other, b) in &rights {
            check(&format!("{name}, {other}"), f(a, b));
            let single = narrow(&a.cast::<f32>(), &b.cast::<f32>());
            check(&format!("{name}, {other}, f32"), single.cast());
        }
    }
}

/// Small integers: exact as complex numbers too.
#[track_caller]
fn equal<T: Debug + PartialEq, const O: usize>(
    case: &Case,
    found: &Tensor<T, O>,
    of: &Tensor<T, O>,
) {
    assert!(found == of && found.shape() == of.shape(), "{case}: {found:?} is not {of:?}");
}

fn matvec<const R: usize, const V: usize, const O: usize>(case: &Case)
where
    Rank<V>: holor::rank::VectorsOf<Rank<R>>,
    Last: AxisOf<R, Removed = Rank<O>>,
{
    let [a, b, out] = [&case.inputs[0], &case.inputs[1], &case.outputs[0]];
    match (case.name.as_str(), a.dtype.as_str()) {
        ("matvec", "f64") => {
            of_floats::<R, V, O>(case, false, |a, b| a.matvec(b), |a, b| a.matvec(b));
        }
        (_, "f64") => of_floats::<V, R, O>(case, false, |a, b| a.vecmat(b), |a, b| a.vecmat(b)),
        ("matvec", "i64") => equal(case, &ints::<R>(a).matvec(&ints::<V>(b)), &ints(out)),
        ("matvec", _) => equal(case, &complex::<R>(a).matvec(&complex::<V>(b)), &complex(out)),
        (_, "i64") => equal(case, &ints::<V>(a).vecmat(&ints::<R>(b)), &ints(out)),
        _ => equal(case, &complex::<V>(a).vecmat(&complex::<R>(b)), &complex(out)),
    }
}

fn vecdot<A, const R: usize, const B: usize, const P: usize, const Q: usize, const O: usize>(
    case: &Case,
    axis: A,
) where
    A: AxisOf<R, Removed = Rank<P>> + AxisOf<B, Removed = Rank<Q>> + Copy,
    Rank<P>: BroadcastWith<Rank<Q>, Output = Rank<O>>,
{
    let [a, b, out] = [&case.inputs[0], &case.inputs[1], &case.outputs[0]];
    match a.dtype.as_str() {
        "f64" => {
            of_floats::<R, B, O>(case, false, |a, b| a.vecdot(axis, b), |a, b| a.vecdot(axis, b));
        }
        "i64" => equal(case, &ints::<R>(a).vecdot(axis, &ints::<B>(b)), &ints(out)),
        _ => equal(case, &complex::<R>(a).vecdot(axis, &complex::<B>(b)), &complex(out)),
    }
}

fn cross<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    if case.inputs[0].dtype == "f64" {
        return of_floats::<R, R, R>(case, true, |a, b| a.cross(axis, b), |a, b| a.cross(axis, b));
    }
    let found = ints::<R>(&case.inputs[0]).cross(axis, &ints(&case.inputs[1]));
    equal(case, &found, &ints(&case.outputs[0]));
}

fn kron<const R: usize>(case: &Case)
where
    Rank<R>: Plus<Rank<0>>,
{
    if case.inputs[0].dtype == "f64" {
        return of_floats::<R, R, R>(case, true, |a, b| a.kron(b), |a, b| a.kron(b));
    }
    let found = ints::<R>(&case.inputs[0]).kron(&ints(&case.inputs[1]));
    equal(case, &found, &ints(&case.outputs[0]));
}

fn power<const R: usize>(case: &Case)
where
    Rank<R>: MatrixRank,
{
    let found = ints::<R>(&case.inputs[0]).matrix_power(case.number("n"));
    equal(case, &found, &ints(&case.outputs[0]));
}

#[test]
fn numpy_agrees() {
    let cases = fixtures::load("batches");
    for case in &cases {
        let [a, b] = [0, 1].map(|i| case.inputs.get(i).map_or(0, |data| data.shape.len()));
        let axis = if case.has("axis") { case.number::<isize>("axis") } else { 0 };
        match (case.name.as_str(), a.max(b), a.min(b), axis) {
            ("matvec" | "vecmat", 2, 1, _) => matvec::<2, 1, 1>(case),
            ("matvec" | "vecmat", 3, 1, _) => matvec::<3, 1, 2>(case),
            ("matvec" | "vecmat", 3, 2, _) => matvec::<3, 2, 2>(case),
            ("matvec" | "vecmat", 4, 2, _) => matvec::<4, 2, 3>(case),
            ("matvec" | "vecmat", 4, 3, _) => matvec::<4, 3, 3>(case),
            ("vecdot", 1, 1, _) => vecdot::<_, 1, 1, 0, 0, 0>(case, Last),
            ("vecdot", 2, 2, 0) => vecdot::<_, 2, 2, 1, 1, 1>(case, Axis::<0>),
            ("vecdot", 2, 2, _) => vecdot::<_, 2, 2, 1, 1, 1>(case, Axis::<1>),
            ("vecdot", 2, 1, 0) => vecdot::<_, 2, 1, 1, 0, 1>(case, Axis::<0>),
            ("vecdot", 2, 1, _) if a == 2 => vecdot::<_, 2, 1, 1, 0, 1>(case, Last),
            ("vecdot", 2, 1, _) => vecdot::<_, 1, 2, 0, 1, 1>(case, Last),
            ("vecdot", 3, 2, _) => vecdot::<_, 3, 2, 2, 1, 2>(case, Last),
            ("vecdot", 3, 3, 0) => vecdot::<_, 3, 3, 2, 2, 2>(case, Axis::<0>),
            ("vecdot", 3, 3, _) => vecdot::<_, 3, 3, 2, 2, 2>(case, Axis::<1>),
            ("cross", 1, ..) => cross::<_, 1>(case, Last),
            ("cross", 2, _, 0) => cross::<_, 2>(case, Axis::<0>),
            ("cross", 2, ..) => cross::<_, 2>(case, Axis::<1>),
            ("cross", ..) => cross::<_, 3>(case, Axis::<1>),
            ("kron", 1, ..) => kron::<1>(case),
            ("kron", 2, ..) => kron::<2>(case),
            ("kron", ..) => kron::<3>(case),
            ("matrix_power", 2, ..) => power::<2>(case),
            ("matrix_power", 3, ..) => power::<3>(case),
            ("matrix_power", ..) => power::<4>(case),
            (name, ..) => panic!("{case}: {name} of ranks {a} and {b}"),
        }
    }
    assert!(cases.len() > 100);
}

#[test]
fn strides_do_not_matter() {
    let (m, v) = (counted([3, 2, 4]), counted([3, 4]));
    let expected: Tensor<i64, 2> =
        Tensor::from_fn([3, 2], |[b, i]| (0..4).map(|k| m[[b, i, k]] * v[[b, k]]).sum());
    let turned = m.transpose().to_owned();
    let dots = Tensor::from_fn([3], |[b]| (0..4).map(|k| v[[b, k]] * v[[b, k]]).sum::<i64>());
    for (name, v) in disguises(&v) {
        for (other, m) in disguises(&m) {
            assert_eq!(m.matvec(&v), expected, "{name} {other}");
        }
        for (other, m) in disguises(&turned) {
            assert_eq!(v.vecmat(&m), expected, "{name} {other}");
        }
        assert_eq!(v.vecdot(Last, &v), dots, "{name}");
        let floats = v.map(|&x| x as f64);
        assert_eq!(floats.vecdot(Last, &floats), dots.map(|&x| x as f64), "{name}");
    }
    let (a, b) = (counted([2, 3]), counted([4, 2]));
    let kron = Tensor::from_fn([8, 6], |[i, j]| a[[i / 4, j / 2]] * b[[i % 4, j % 2]]);
    let (c, d) = (counted([3, 5]), counted([2, 3]));
    let large = Tensor::from_fn([6, 15], |[i, j]| c[[i / 2, j / 3]] * d[[i % 2, j % 3]]);
    for (name, c) in disguises(&c) {
        for (other, d) in disguises(&d) {
            assert_eq!(c.kron(&d), large, "{name} {other}");
        }
    }
    for (name, a) in disguises(&a) {
        for (other, b) in disguises(&b) {
            assert_eq!(a.kron(&b), kron, "{name} {other}");
        }
        let b = counted([1, 3]);
        let cross = Tensor::from_fn([2, 3], |[i, k]| {
            let at = |t: &Tensor<i64, 2>, i: usize, k: usize| t[[i, k % 3]];
            at(&a, i, k + 1) * at(&b, 0, k + 2) - at(&a, i, k + 2) * at(&b, 0, k + 1)
        });
        assert_eq!(a.cross(Last, &b), cross, "{name}");
        assert_eq!(a.t().cross(Axis::<0>, &b.t()), cross.t(), "{name}");
    }
    let square = counted([2, 3, 3]).map(|x| x % 3);
    let cube = square.matmul(&square).matmul(&square);
    for (name, square) in disguises(&square) {
        assert_eq!(square.matrix_power(3), cube, "{name}");
        let ones = Tensor::<i64, 2>::eye(3);
        assert_eq!(square.matrix_power(0), ones.broadcast_to([2, 3, 3]), "{name}");
    }
    assert_eq!(Tensor::scalar(3).kron(&Tensor::scalar(4)).item(), 12);
}

/// A user's number.
#[derive(Clone, Debug, PartialEq)]
struct Text(String);

impl Add for Text {
    type Output = Text;
    fn add(self, other: Text) -> Text {
        Text(self.0 + "+" + &other.0)
    }
}

impl Mul for Text {
    type Output = Text;
    fn mul(self, other: Text) -> Text {
        Text(format!("{}{}", self.0, other.0))
    }
}

impl holor::num_traits::Zero for Text {
    fn zero() -> Text {
        Text(String::new())
    }
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

impl holor::Conjugate for Text {
    const IS_REAL: bool = false;
    fn conjugate(&self) -> Text {
        Text(self.0.to_uppercase())
    }
}

#[test]
fn numbers_of_a_user() {
    let of = |text: &str| Text(text.to_string());
    let a = tensor![of("a")];
    let b = tensor![of("b")];
    // The order of the factors is not specified.
    let both = |x: &Text, y: &str, z: &str| x == &of(y) || x == &of(z);
    assert!(both(&a.vecdot(Last, &b).item(), "Ab", "bA"));
    let m = tensor![[[of("a")]], [[of("b")]]];
    let products = m.matvec(&tensor![of("x")]);
    assert_eq!(products.shape(), [2, 1]);
    assert!(both(&products[[0, 0]], "ax", "xa") && both(&products[[1, 0]], "bx", "xb"));
    let table = tensor![of("a"), of("b")].kron(&tensor![of("x"), of("y")]);
    assert!(both(&table[[1]], "ay", "ya") && both(&table[[2]], "bx", "xb"));
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn errors_say_both_shapes() {
    let m = counted([2, 3]);
    let batch = counted([4, 2, 3]);
    let inner = "inner dimensions differ";
    assert_eq!(
        text(m.try_matvec(&counted([2]))),
        format!("matvec: [2, 3] x [2]: {inner} (3 and 2)")
    );
    assert_eq!(
        text(batch.try_matvec(&counted([4, 2]))),
        format!("matvec: [4, 2, 3] x [4, 2]: {inner} (3 and 2)")
    );
    assert_eq!(
        text(counted([4, 3]).try_vecmat(&batch)),
        format!("vecmat: [4, 3] x [4, 2, 3]: {inner} (3 and 2)")
    );
    let meet = "meet at axis 0 and neither is 1";
    assert_eq!(
        text(batch.try_matvec(&counted([5, 3]))),
        format!("matvec: [4] and [5]: sizes 4 and 5 {meet}")
    );
    assert_eq!(
        text(counted([5, 2]).try_vecmat(&batch)),
        format!("vecmat: [5] and [4]: sizes 5 and 4 {meet}")
    );
    assert_eq!(
        text(m.try_vecdot(Last, &counted([2, 4]))),
        format!("vecdot: [2, 3] x [2, 4]: {inner} (3 and 4)")
    );
    assert_eq!(
        text(m.try_vecdot(Last, &counted([5, 3]))),
        format!("vecdot: [2] and [5]: sizes 2 and 5 {meet}")
    );
    assert_eq!(
        text(m.try_cross(Axis::<0>, &m)),
        "cross: [2, 3] and [2, 3]: the size of the axis is 2, expected 3"
    );
    assert_eq!(
        text(m.try_cross(Last, &counted([4, 3]))),
        format!("cross: [2, 3] and [4, 3]: sizes 2 and 4 {meet}")
    );
    assert_eq!(
        text(m.try_matrix_power(2)),
        "matrix_power: [2, 3]: a square matrix is needed, found 2 rows and 3 columns"
    );
    let one = Tensor::scalar(1_u8);
    let long = one.broadcast_to([2, 1 << 61]);
    assert_eq!(
        text(long.try_kron(&one.broadcast_to([2, 4]))),
        "kron: [4, 9223372036854775808]: more elements than memory can address"
    );
}

#[test]
#[should_panic = "matvec: [4, 2, 3] x [2]: inner dimensions differ (3 and 2)"]
fn matvec_panics_with_the_text_of_its_error() {
    let _ = counted([4, 2, 3]).matvec(&counted([2]));
}
