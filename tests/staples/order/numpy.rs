//! Against what numpy says.

use crate::fixtures::{Case, Data, load};
use holor::prelude::*;
use num_traits::AsPrimitive;

fn assert_same(case: &Case, output: usize, found: &[f64], tolerance: f64) {
    let expected = &case.outputs[output].values;
    assert_eq!(found.len(), expected.len(), "{case}");
    for (&a, &b) in found.iter().zip(expected) {
        let same = a == b || (a.is_nan() && b.is_nan());
        let near = (a - b).abs() <= tolerance * b.abs().max(1.0);
        assert!(same || near, "{case}: {found:?} is not {expected:?}");
    }
}

fn same<T: AsPrimitive<f64>, const O: usize>(case: &Case, output: usize, t: &Tensor<T, O>) {
    assert_eq!(t.shape(), case.outputs[output].shape::<O>(), "{case}");
    assert!(t.is_contiguous());
    let found: Vec<f64> = t.to_vec().into_iter().map(AsPrimitive::as_).collect();
    assert_same(case, output, &found, 1e-14);
}

fn tensor<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.values.clone(), data.shape()).unwrap()
}

fn along<A: AxisOf<R, Removed = Rank<O>> + Copy, const R: usize, const O: usize>(
    case: &Case,
    axis: A,
) {
    let data = &case.inputs[0];
    let x: Tensor<f64, R> = tensor(data);
    // The same as other types: integers, and those that go the way of a user's type.
    let ints = (data.dtype == "i64").then(|| x.map(|&x| x as i32));
    let mine = x.map(|&x| Mine(x));
    let k = || case.number::<usize>("k");
    match case.name.as_str() {
        "sort" => {
            same(case, 0, &x.sort(axis));
            same(case, 0, &mine.sort(axis).map(|x| x.0));
            let mut sorted = x.clone();
            sorted.sort_inplace(axis);
            same(case, 0, &sorted);
            ints.inspect(|x| same(case, 0, &x.sort(axis)));
        }
        "sort_descending" => {
            same(case, 0, &x.sort_descending(axis));
            same(case, 0, &mine.sort_descending(axis).map(|x| x.0));
            ints.inspect(|x| same(case, 0, &x.sort_descending(axis)));
        }
        "argsort" => {
            same(case, 0, &x.argsort(axis));
            same(case, 0, &mine.argsort(axis));
            ints.inspect(|x| same(case, 0, &x.argsort(axis)));
        }
        "argsort_descending" => {
            same(case, 0, &x.argsort_descending(axis));
            same(case, 0, &mine.argsort_descending(axis));
            ints.inspect(|x| same(case, 0, &x.argsort_descending(axis)));
        }
        "topk" => {
            let (values, positions) = x.topk(axis, k());
            same(case, 0, &values);
            same(case, 1, &positions);
            let (values, positions) = mine.topk(axis, k());
            same(case, 0, &values.map(|x| x.0));
            same(case, 1, &positions);
        }
        "partition" => {
            same(case, 0, &x.partition(axis, k()).index_axis(axis, k()).to_owned());
            same(case, 0, &mine.partition(axis, k()).index_axis(axis, k()).map(|x| x.0));
            // The k-th position is that of a stable sort, whose element is the k-th.
            let positions = x.argpartition(axis, k());
            let expected = x.argsort(axis);
            assert_eq!(positions.index_axis(axis, k()), expected.index_axis(axis, k()), "{case}");
            assert_eq!(mine.argpartition(axis, k()).sort(axis), positions.sort(axis));
        }
        _ => panic!("{case}"),
    }
}

/// A number that is not built in.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Mine(f64);

fn method(case: &Case) -> QuantileMethod {
    use QuantileMethod as Method;
    match case.word("method") {
        "inverted_cdf" => Method::InvertedCdf,
        "averaged_inverted_cdf" => Method::AveragedInvertedCdf,
        "closest_observation" => Method::ClosestObservation,
        "interpolated_inverted_cdf" => Method::InterpolatedInvertedCdf,
        "hazen" => Method::Hazen,
        "weibull" => Method::Weibull,
        "linear" => Method::Linear,
        "median_unbiased" => Method::MedianUnbiased,
        "normal_unbiased" => Method::NormalUnbiased,
        "lower" => Method::Lower,
        "higher" => Method::Higher,
        "midpoint" => Method::Midpoint,
        "nearest" => Method::Nearest,
        _ => panic!("{case}"),
    }
}

fn over<A, const R: usize, const O: usize, const N: usize>(case: &Case, axes: A)
where
    A: Over<R, Output = Rank<O>> + Copy,
    Keep<A>: Over<R, Output = Rank<R>>,
    Axis<0>: InsertInto<O, Inserted = Rank<N>> + AxisOf<N, Removed = Rank<O>>,
{
    let x: Tensor<f64, R> = tensor(&case.inputs[0]);
    match case.name.as_str() {
        "median" => {
            same(case, 0, &x.median(axes));
            assert_eq!(x.median(Keep(axes)).shape().to_vec(), case.shape("kept"), "{case}");
        }
        "quantiles" => {
            let (q, method) = (case.numbers::<f64>("q"), method(case));
            let found = x.quantiles_with_method(axes, &q, method);
            same(case, 0, &found);
            for (i, &q) in q.iter().enumerate() {
                let one = x.quantile_with_method(axes, q, method).to_vec();
                let other = found.index_axis(Axis::<0>, i).to_vec();
                let equal = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
                assert!(one.iter().zip(&other).all(equal), "{case}: {one:?} {other:?}");
            }
            if method == QuantileMethod::Linear {
                same(case, 0, &x.quantiles(axes, &q));
            }
        }
        _ => panic!("{case}"),
    }
}

fn sets<const A: usize, const B: usize>(case: &Case) {
    let (a, b): (Tensor<f64, A>, Tensor<f64, B>) =
        (tensor(&case.inputs[0]), tensor(&case.inputs[1]));
    match case.name.as_str() {
        "isin" => same(case, 0, &a.isin(&b).map(|&x| u8::from(x))),
        "union1d" => same(case, 0, &a.union1d(&b)),
        "intersect1d" => same(case, 0, &a.intersect1d(&b)),
        "setdiff1d" => same(case, 0, &a.setdiff1d(&b)),
        "setxor1d" => same(case, 0, &a.setxor1d(&b)),
        _ => panic!("{case}"),
    }
}

fn unique<const R: usize>(case: &Case) {
    let x: Tensor<f64, R> = tensor(&case.inputs[0]);
    let all = x.unique_all();
    same(case, 0, &all.values);
    same(case, 1, &all.indices);
    same(case, 2, &all.inverse);
    same(case, 3, &all.counts);
    let (values, counts) = x.unique_counts();
    same(case, 0, &values);
    same(case, 3, &counts);
    same(case, 0, &x.unique());
}

fn by_axis(case: &Case) {
    let axis: usize = case.number("axis");
    match (case.inputs[0].shape.len(), axis) {
        (1, 0) => along::<_, 1, 0>(case, Axis::<0>),
        (2, 0) => along::<_, 2, 1>(case, Axis::<0>),
        (2, 1) => along::<_, 2, 1>(case, Last),
        (3, 0) => along::<_, 3, 2>(case, Axis::<0>),
        (3, 1) => along::<_, 3, 2>(case, Back::<2>),
        (3, 2) => along::<_, 3, 2>(case, Axis::<2>),
        _ => panic!("{case}"),
    }
}

fn by_axes(case: &Case) {
    let axes = case.words("axes").join(" ");
    match (case.inputs[0].shape.len(), axes.as_str()) {
        (0, "all") => over::<_, 0, 0, 1>(case, All),
        (1, "0") => over::<_, 1, 0, 1>(case, Axis::<0>),
        (1, "all") => over::<_, 1, 0, 1>(case, All),
        (2, "0") => over::<_, 2, 1, 2>(case, Axis::<0>),
        (2, "1") => over::<_, 2, 1, 2>(case, Last),
        (2, "0 1") => over::<_, 2, 0, 1>(case, axes![0, 1]),
        (2, "all") => over::<_, 2, 0, 1>(case, All),
        (3, "0") => over::<_, 3, 2, 3>(case, Axis::<0>),
        (3, "1") => over::<_, 3, 2, 3>(case, Axis::<1>),
        (3, "2") => over::<_, 3, 2, 3>(case, Axis::<2>),
        (3, "0 1") => over::<_, 3, 1, 2>(case, axes![0, 1]),
        (3, "0 2") => over::<_, 3, 1, 2>(case, axes![0, 2]),
        (3, "1 2") => over::<_, 3, 1, 2>(case, axes![1, 2]),
        (3, "2 0") => over::<_, 3, 1, 2>(case, axes![2, 0]),
        (3, "all") => over::<_, 3, 0, 1>(case, All),
        _ => panic!("{case}"),
    }
}

#[test]
fn all_cases() {
    for case in &load("sort") {
        let ranks: Vec<usize> = case.inputs.iter().map(|data| data.shape.len()).collect();
        match (case.name.as_str(), ranks.as_slice()) {
            ("median" | "quantiles", _) => by_axes(case),
            ("unique", [0]) => unique::<0>(case),
            ("unique", [1]) => unique::<1>(case),
            ("unique", [2]) => unique::<2>(case),
            ("unique", [3]) => unique::<3>(case),
            (_, [_]) => by_axis(case),
            (_, [0, 2]) => sets::<0, 2>(case),
            (_, [1, 1]) => sets::<1, 1>(case),
            (_, [1, 2]) => sets::<1, 2>(case),
            (_, [2, 1]) => sets::<2, 1>(case),
            _ => panic!("{case}"),
        }
    }
}
