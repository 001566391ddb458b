//! What numpy says, in all disguises; of operations that numpy has not, the definition written out with it.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use holor::num_complex::Complex;
use holor::num_traits::Zero;
use holor::prelude::*;
use holor::rank::SpatialRank;
use holor::{ConvOptions, ConvTransposeOptions, Overlap, PoolOptions};
use std::fmt::{Debug, Display};
use std::ops::{Add, Mul};

fn close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    let one = |(a, b): (&f64, &f64)| {
        a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= tolerance * a.abs().max(1.0)
    };
    a.len() == b.len() && a.iter().zip(b).all(one)
}

/// Compares numbers of any type; NaN is the same as NaN, which does not equal itself.
#[allow(clippy::eq_op)]
fn same<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || a != a && b != b)
}

fn array<const N: usize>(case: &Case, name: &str) -> [usize; N] {
    case.numbers(name).try_into().unwrap()
}

fn tensor<T: Clone, const R: usize>(data: &Data, values: Vec<T>) -> Tensor<T, R> {
    Tensor::from_vec(values, data.shape()).unwrap()
}

/// A number of a user: the integers modulo a prime, which need dropping.
#[derive(Clone, Debug, PartialEq)]
struct Modulo(Box<i64>);

impl Modulo {
    fn new(x: i64) -> Self {
        Modulo(Box::new(x.rem_euclid(10007)))
    }
}

impl Add for Modulo {
    type Output = Modulo;
    fn add(self, other: Modulo) -> Modulo {
        Modulo::new(*self.0 + *other.0)
    }
}

impl Mul for Modulo {
    type Output = Modulo;
    fn mul(self, other: Modulo) -> Modulo {
        Modulo::new(*self.0 * *other.0)
    }
}

impl Zero for Modulo {
    fn zero() -> Modulo {
        Modulo::new(0)
    }
    fn is_zero(&self) -> bool {
        *self.0 == 0
    }
}

/// The case with elements of one type.
fn conv_as<T, const R: usize, const S: usize>(case: &Case, values: impl Fn(&Data) -> Vec<T>)
where
    Rank<R>: SpatialRank<S>,
    T: Clone + Zero + Mul<Output = T> + PartialEq,
{
    let [x, w] = [0, 1].map(|i| tensor::<T, R>(&case.inputs[i], values(&case.inputs[i])));
    let bias = case.inputs.get(2).map(|data| tensor::<T, 1>(data, values(data)));
    let expected = (case.outputs[0].shape::<R>(), values(&case.outputs[0]));
    let is_transposed = case.name != "conv";
    let (stride, padding, dilation) =
        (array(case, "stride"), array(case, "padding"), array(case, "dilation"));
    let groups = case.number("groups");
    let output_padding = if is_transposed { array(case, "output_padding") } else { [0; S] };
    let check = |how: &str,
                 x: &TensorRef<T, R>,
                 w: &TensorRef<T, R>,
                 bias: Option<&TensorRef<T, 1>>| {
        let y = if is_transposed {
            let options =
                ConvTransposeOptions { stride, padding, output_padding, dilation, groups, bias };
            x.conv_transpose_with_options(w, options)
        } else {
            x.conv_with_options(w, ConvOptions { stride, padding, dilation, groups, bias })
        };
        assert!(y.shape() == expected.0 && same(&y.to_vec(), &expected.1), "{case}, {how}");
    };
    for (name, x) in disguises(&x) {
        check(name, &x, &w, bias.as_deref());
    }
    for (name, w) in disguises(&w) {
        check(name, &x, &w, bias.as_deref());
    }
    if let Some(bias) = &bias {
        disguises(bias).iter().for_each(|(name, bias)| check(name, &x, &w, Some(bias)));
    }
    let lists = [stride, padding, dilation, output_padding];
    if lists == [[1; S], [0; S], [1; S], [0; S]] && groups == 1 && bias.is_none() {
        let y = if is_transposed { x.conv_transpose(&w) } else { x.conv(&w) };
        assert!(same(&y.to_vec(), &expected.1), "{case}, without options");
    }
}

/// All values are small multiples of 1/64 or integers, so that sums are exact in every order, or not finite.
fn conv<const R: usize, const S: usize>(case: &Case)
where
    Rank<R>: SpatialRank<S>,
{
    match case.inputs[0].dtype.as_str() {
        "c128" => {
            conv_as::<_, R, S>(case, |data| {
                data.values.chunks(2).map(|z| Complex::new(z[0], z[1])).collect::<Vec<_>>()
            });
        }
        "i64" => {
            conv_as::<_, R, S>(case, Data::ints);
            conv_as::<_, R, S>(case, |data| {
                data.ints().into_iter().map(Modulo::new).collect::<Vec<_>>()
            });
        }
        _ => {
            conv_as::<_, R, S>(case, Data::f64s);
            conv_as::<_, R, S>(case, |data| {
                data.f64s().into_iter().map(|x| x as f32).collect::<Vec<_>>()
            });
        }
    }
}

fn pool<const R: usize, const K: usize>(case: &Case)
where
    Rank<R>: holor::rank::Minus<Rank<K>>,
{
    let x = tensor::<f64, R>(&case.inputs[0], case.inputs[0].f64s());
    let (size, stride) = (array::<K>(case, "size"), array::<K>(case, "stride"));
    let options =
        PoolOptions { stride: Some(stride), padding: array(case, "padding"), ..Default::default() };
    let exclusive = PoolOptions { count_include_pad: false, ..options };
    let is_plain = stride == size && options.padding == [0; K];
    let same = |how: &str, y: Tensor<f64, R>, expected: &Data| {
        assert_eq!(y.shape(), expected.shape::<R>(), "{case}, {how}");
        assert!(close(&y.to_vec(), &expected.f64s(), 1e-14), "{case}, {how}");
    };
    for (name, x) in disguises(&x) {
        let single = x.map(|&x| x as f32);
        let back = |y: Tensor<f32, R>| y.map(|&y| f64::from(y));
        let near = |y: &Tensor<f32, R>, expected: &Data| {
            let (y, expected) = (back(y.clone()).to_vec(), expected.f64s());
            assert!(close(&y, &expected, 1e-6), "{case}, {name}");
        };
        if case.name == "max_pool" {
            let expected = &case.outputs[0];
            same(name, x.max_pool_with_options(size, options), expected);
            near(&single.max_pool_with_options(size, options), expected);
            // Any type with an order.
            let words = x.map(|&x| (x, String::from("word")));
            same(name, words.max_pool_with_options(size, options).map(|word| word.0), expected);
            if is_plain {
                same(name, x.max_pool(size), expected);
            }
        } else {
            same(name, x.avg_pool_with_options(size, options), &case.outputs[0]);
            same(name, x.avg_pool_with_options(size, exclusive), &case.outputs[1]);
            near(&single.avg_pool_with_options(size, options), &case.outputs[0]);
            if is_plain {
                same(name, x.avg_pool(size), &case.outputs[0]);
            }
        }
    }
}

fn interpolate<const R: usize, const K: usize>(case: &Case)
where
    Rank<R>: holor::rank::Minus<Rank<K>>,
{
    let x = tensor::<f64, R>(&case.inputs[0], case.inputs[0].f64s());
    let (sizes, expected) = (array::<K>(case, "sizes"), &case.outputs[0]);
    for (name, x) in disguises(&x) {
        let single = x.map(|&x| x as f32);
        let (y, single) = match case.word("mode") {
            "nearest" => {
                let boxed = x.map(|&x| Box::new(x)).interpolate_nearest(sizes);
                (boxed.map(|x| **x), single.interpolate_nearest(sizes))
            }
            "linear" => (x.interpolate_linear(sizes), single.interpolate_linear(sizes)),
            _ => (
                x.interpolate_linear_with_align_corners(sizes, true),
                single.interpolate_linear_with_align_corners(sizes, true),
            ),
        };
        assert_eq!(y.shape(), expected.shape::<R>(), "{case}, {name}");
        assert!(close(&y.to_vec(), &expected.f64s(), 1e-13), "{case}, {name}");
        let single = single.map(|&y| f64::from(y)).to_vec();
        assert!(close(&single, &expected.f64s(), 1e-5), "{case}, {name}");
    }
    let linear = x.interpolate_linear(sizes).to_vec();
    let centred = x.interpolate_linear_with_align_corners(sizes, false).to_vec();
    assert!(same(&centred, &linear), "{case}");
}

fn signal(case: &Case) {
    let overlap = match case.word("mode") {
        "full" => Overlap::Full,
        "same" => Overlap::Same,
        _ => Overlap::Valid,
    };
    fn check<T>(case: &Case, overlap: Overlap, values: impl Fn(&Data) -> Vec<T>)
    where
        T: Clone + Zero + Mul<Output = T> + PartialEq + Debug + Display,
    {
        let [a, b] = [0, 1].map(|i| tensor::<T, 1>(&case.inputs[i], values(&case.inputs[i])));
        let expected = values(&case.outputs[0]);
        for ((name, a), (_, b)) in disguises(&a).into_iter().zip(disguises(&b)) {
            let y = match case.name.starts_with("convolve") {
                true => a.convolve(&b, overlap),
                false => a.correlate(&b, overlap),
            };
            assert!(same(&y.to_vec(), &expected), "{case}, {name}: {y}, expected {expected:?}");
        }
    }
    match case.inputs[0].dtype.as_str() {
        "i64" => check(case, overlap, Data::ints),
        _ => check(case, overlap, Data::f64s),
    }
}

fn windows<A, const R: usize, const K: usize, const O: usize>(case: &Case, axes: A)
where
    A: holor::rank::AxisList<R, Count = Rank<K>> + Copy,
    Rank<K>: holor::rank::AsManySizesAs<Rank<K>>,
    Rank<R>: Plus<Rank<K>, Output = Rank<O>>,
{
    let x = tensor::<i64, R>(&case.inputs[0], case.inputs[0].ints());
    let size = array::<K>(case, "size");
    for (name, x) in disguises(&x) {
        for view in [
            x.sliding_windows_with_axes(size, axes),
            x.view().sliding_windows_with_axes(size, axes),
        ] {
            assert_eq!(view.shape(), case.outputs[0].shape::<O>(), "{case}, {name}");
            assert_eq!(view.to_vec(), case.outputs[0].ints(), "{case}, {name}");
            assert!(view.is_empty() || view.shares_memory_with(&x), "{case}, {name}");
        }
    }
}

/// The cases of some operations, with the rank of the first operand and the number of sizes.
fn cases(names: &[&str]) -> Vec<(Case, usize, usize)> {
    let all = fixtures::load("windows").into_iter();
    let found: Vec<_> = all
        .filter(|case| names.contains(&case.name.as_str()))
        .map(|case| {
            let words = |name: &str| if case.has(name) { case.words(name).len() } else { 0 };
            let (rank, sizes) = (case.inputs[0].shape.len(), words("size") + words("sizes"));
            (case, rank, sizes)
        })
        .collect();
    assert!(found.len() > 6, "{names:?}");
    found
}

fn convolutions(names: &[&str]) {
    for (case, rank, _) in &cases(names) {
        match rank {
            3 => conv::<3, 1>(case),
            4 => conv::<4, 2>(case),
            5 => conv::<5, 3>(case),
            _ => panic!("{case}"),
        }
    }
}

#[test]
fn conv_and_its_transpose_of_1_to_3_axes() {
    convolutions(&["conv", "conv_transpose"]);
}

fn pools(name: &str) {
    for (case, rank, axes) in &cases(&[name]) {
        match (rank, axes) {
            (1, 1) => pool::<1, 1>(case),
            (2, 0) => pool::<2, 0>(case),
            (2, 1) => pool::<2, 1>(case),
            (2, 2) => pool::<2, 2>(case),
            (3, 1) => pool::<3, 1>(case),
            (4, 2) => pool::<4, 2>(case),
            (4, 3) => pool::<4, 3>(case),
            _ => panic!("{case}"),
        }
    }
}

#[test]
fn max_pool_of_the_last_axes() {
    pools("max_pool");
}

#[test]
fn avg_pool_of_the_last_axes() {
    pools("avg_pool");
}

fn interpolations(name: &str) {
    for (case, rank, axes) in &cases(&[name]) {
        match (rank, axes) {
            (1, 1) => interpolate::<1, 1>(case),
            (2, 0) => interpolate::<2, 0>(case),
            (2, 1) => interpolate::<2, 1>(case),
            (2, 2) => interpolate::<2, 2>(case),
            (3, 2) => interpolate::<3, 2>(case),
            (4, 3) => interpolate::<4, 3>(case),
            _ => panic!("{case}"),
        }
    }
}

#[test]
fn interpolation_of_the_last_axes() {
    interpolations("interpolate");
}

/// Beyond the centre of the last element is its value, as torch has it, and no product with a weight of zero.
#[test]
fn interpolation_of_an_infinite_last_element() {
    interpolations("interpolate_ends");
}

/// The result is the same whichever axis is interpolated, also where an infinity has the weight zero.
#[test]
fn interpolation_along_another_axis() {
    let v = tensor![1.0, f64::INFINITY, 2.0, f64::NAN, 3.0, -0.0];
    let m = v.unsqueeze(Last).broadcast_to([6, 2]).to_owned();
    for n in [4, 5, 11, 12] {
        for align in [false, true] {
            let of_vector = v.interpolate_linear_with_align_corners([n], align);
            let of_matrix = m.interpolate_linear_with_align_corners([n, 2], align);
            let columns = of_matrix.column(1).to_vec();
            assert!(same(&of_vector.to_vec(), &columns), "{n}, {align}: {of_vector}, {columns:?}");
        }
    }
}

#[test]
fn signals_over_all_overlaps() {
    for (case, ..) in &cases(&["convolve", "correlate"]) {
        signal(case);
    }
}

/// No product is made with what lies beside the longer vector, as an infinity times zero would be.
#[test]
fn signals_of_short_vectors_that_are_not_finite() {
    for (case, ..) in &cases(&["convolve_kernel", "correlate_kernel"]) {
        signal(case);
    }
}

/// A window of padding alone: an error or a number, but no panic of the fallible form.
#[test]
fn pools_of_an_empty_axis_with_padding() {
    let none = Tensor::<f64, 2>::zeros([3, 0]);
    for count_include_pad in [true, false] {
        let options = PoolOptions { stride: None, padding: [1], count_include_pad };
        let max = none.try_max_pool_with_options([2], options);
        assert!(max.is_err(), "nothing has no greatest element: {max:?}");
        if let Ok(means) = none.try_avg_pool_with_options([2], options) {
            assert_eq!(means.shape(), [3, 1]);
        }
    }
}

#[test]
fn windows_along_some_axes() {
    for (case, rank, _) in &cases(&["sliding_windows"]) {
        match case.words("axes").join(" ").as_str() {
            "0" if *rank == 1 => windows::<_, 1, 1, 2>(case, axes![0]),
            "0" => windows::<_, 2, 1, 3>(case, axes![0]),
            "1" => windows::<_, 2, 1, 3>(case, axes![1]),
            "2 1" => windows::<_, 3, 2, 5>(case, axes![2, 1]),
            "1 2" => windows::<_, 3, 2, 5>(case, axes![1, 2]),
            _ => windows::<_, 2, 0, 2>(case, axes![]),
        }
    }
}
