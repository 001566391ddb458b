//! Reductions and scans against what numpy (and scipy) say.

use crate::fixtures::{Case, Data, load};
use holor::prelude::*;
use num_complex::Complex;
use num_traits::AsPrimitive;

/// Compares the numbers of a result; `tolerance` is relative to the largest number involved.
fn assert_close(case: &Case, found: &[f64], tolerance: f64) {
    let expected = &case.outputs[0].values;
    assert_eq!(found.len(), expected.len(), "{case}");
    let finite = case.inputs[0].values.iter().filter(|x| x.is_finite());
    let scale = finite.fold(1.0, |scale: f64, x| scale.max(x.abs()));
    for (&a, &b) in found.iter().zip(expected) {
        let same = a == b || (a.is_nan() && b.is_nan());
        let near = (a - b).abs() <= tolerance * scale.max(b.abs());
        assert!(same || near, "{case}: {found:?} is not {expected:?}");
    }
}

fn tensor<T, const R: usize>(data: &Data, elements: Vec<T>) -> Tensor<T, R> {
    Tensor::from_vec(elements, data.shape()).unwrap()
}

fn reals<T: AsPrimitive<f64>, const O: usize>(case: &Case, t: &Tensor<T, O>) -> Vec<f64> {
    assert_eq!(t.shape(), case.outputs[0].shape::<O>(), "{case}");
    t.to_vec().into_iter().map(AsPrimitive::as_).collect()
}

fn pairs<const O: usize>(case: &Case, t: &Tensor<Complex<f64>, O>) -> Vec<f64> {
    assert_eq!(t.shape(), case.outputs[0].shape::<O>(), "{case}");
    t.to_vec().into_iter().flat_map(|x| [x.re, x.im]).collect()
}

fn bools<const O: usize>(case: &Case, t: &Tensor<bool, O>) -> Vec<f64> {
    assert_eq!(t.shape(), case.outputs[0].shape::<O>(), "{case}");
    t.to_vec().into_iter().map(|x| f64::from(u8::from(x))).collect()
}

fn complex(data: &Data) -> Vec<Complex<f64>> {
    data.pairs().into_iter().map(|(re, im)| Complex::new(re, im)).collect()
}

/// One case of a reduction.
fn reduce<A, const R: usize, const O: usize>(case: &Case, over: A)
where
    A: Over<R, Output = Rank<O>>,
{
    let data = &case.inputs[0];
    let ddof = || case.number("ddof");
    let found = match data.dtype.as_str() {
        "f64" => {
            let x: Tensor<f64, R> = tensor(data, data.f64s());
            match case.name.as_str() {
                "sum" => reals(case, &x.sum(over)),
                "prod" => reals(case, &x.prod(over)),
                "mean" => reals(case, &x.mean(over)),
                "var" if ddof() == 0 => reals(case, &x.var(over)),
                "var" => reals(case, &x.var_with_ddof(over, ddof())),
                "std" if ddof() == 0 => reals(case, &x.std(over)),
                "std" => reals(case, &x.std_with_ddof(over, ddof())),
                "norm" => reals(case, &x.norm(over)),
                "logsumexp" => reals(case, &x.logsumexp(over)),
                "min" => reals(case, &x.min(over)),
                "max" => reals(case, &x.max(over)),
                "argmin" => reals(case, &x.argmin(over)),
                "argmax" => reals(case, &x.argmax(over)),
                "count_nonzero" => reals(case, &x.count_nonzero(over)),
                _ => panic!("{case}"),
            }
        }
        "i64" => {
            let x: Tensor<i64, R> = tensor(data, data.ints());
            match case.name.as_str() {
                "sum" => reals(case, &x.sum(over)),
                "prod" => reals(case, &x.prod(over)),
                "min" => reals(case, &x.min(over)),
                "max" => reals(case, &x.max(over)),
                "argmin" => reals(case, &x.argmin(over)),
                "argmax" => reals(case, &x.argmax(over)),
                "count_nonzero" => reals(case, &x.count_nonzero(over)),
                _ => panic!("{case}"),
            }
        }
        "bool" => {
            let x: Tensor<bool, R> = tensor(data, data.bools());
            match case.name.as_str() {
                "any" => bools(case, &x.any(over)),
                "all" => bools(case, &x.all(over)),
                "count_nonzero" => reals(case, &x.count_nonzero(over)),
                _ => panic!("{case}"),
            }
        }
        _ => {
            let x: Tensor<Complex<f64>, R> = tensor(data, complex(data));
            match case.name.as_str() {
                "sum" => pairs(case, &x.sum(over)),
                "prod" => pairs(case, &x.prod(over)),
                "mean" => pairs(case, &x.mean(over)),
                "norm" => reals(case, &x.map(|x| x.norm()).norm(over)),
                _ => panic!("{case}"),
            }
        }
    };
    assert_close(case, &found, 1e-14);
}

/// One case of a scan.
fn scan<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    let data = &case.inputs[0];
    let found = match (data.dtype.as_str(), case.name.as_str()) {
        ("f64", name) => {
            let x: Tensor<f64, R> = tensor(data, data.f64s());
            match name {
                "cumsum" => reals(case, &x.cumsum(axis)),
                "cumprod" => reals(case, &x.cumprod(axis)),
                "softmax" => reals(case, &x.softmax(axis)),
                "log_softmax" => reals(case, &x.log_softmax(axis)),
                _ => panic!("{case}"),
            }
        }
        ("i64", "cumsum") => reals(case, &tensor::<_, R>(data, data.ints()).cumsum(axis)),
        ("i64", "cumprod") => reals(case, &tensor::<_, R>(data, data.ints()).cumprod(axis)),
        ("c128", "cumsum") => pairs(case, &tensor::<_, R>(data, complex(data)).cumsum(axis)),
        ("c128", "cumprod") => pairs(case, &tensor::<_, R>(data, complex(data)).cumprod(axis)),
        _ => panic!("{case}"),
    };
    assert_close(case, &found, 1e-14);
}

/// Finds the typed axes for those that a case has written out.
macro_rules! by_axes {
    ($case:expr, $argument:literal, $run:ident; $($rank:literal: $($text:literal $axes:expr),+;)+) => {
        match ($case.inputs[0].shape.len(), $case.words($argument).join(" ").as_str()) {
            $($(($rank, $text) => by_axes!(@$run $rank $case, $axes),)+)+
            (rank, axes) => panic!("{}: axes {axes} of rank {rank}", $case),
        }
    };
    (@reduce $rank:literal $case:expr, $axes:expr) => { reduce::<_, $rank, _>($case, $axes) };
    (@scan $rank:literal $case:expr, $axes:expr) => { scan::<_, $rank>($case, $axes) };
}

fn reduction(case: &Case) {
    by_axes!(case, "axes", reduce;
        0: "all" All;
        1: "all" All, "0" Axis::<0>;
        2: "all" All, "0" Axis::<0>, "1" Axis::<1>, "0 1" axes![0, 1];
        3: "all" All, "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>,
           "0 1" axes![0, 1], "0 2" axes![0, 2], "1 2" axes![1, 2], "2 0" axes![2, 0];
        4: "all" All, "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>, "3" Axis::<3>,
           "0 1" axes![0, 1], "1 3" axes![1, 3], "0 2 3" axes![0, 2, 3];
        5: "all" All, "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>, "3" Axis::<3>, "4" Axis::<4>,
           "0 4" axes![0, 4], "3 1" axes![3, 1], "1 2 3" axes![1, 2, 3];
    );
}

fn running(case: &Case) {
    by_axes!(case, "axis", scan;
        1: "0" Axis::<0>;
        2: "0" Axis::<0>, "1" Axis::<1>;
        3: "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>;
        4: "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>, "3" Axis::<3>;
        5: "0" Axis::<0>, "1" Axis::<1>, "2" Axis::<2>, "3" Axis::<3>, "4" Axis::<4>;
    );
}

#[test]
fn reductions() {
    let mut done = 0;
    for case in load("reduce").iter().chain(&load("order")) {
        reduction(case);
        done += 1;
    }
    assert!(done > 1400, "{done} cases");
}

#[test]
fn scans() {
    let mut done = 0;
    for case in &load("scan") {
        running(case);
        done += 1;
    }
    assert!(done > 200, "{done} cases");
}
