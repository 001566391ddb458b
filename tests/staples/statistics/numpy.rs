//! What numpy and scipy say, in every disguise.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use holor::num_complex::Complex;
use holor::prelude::*;

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    let values = if data.dtype == "i64" { &data.values.clone() } else { &data.f64s() };
    Tensor::from_vec(values.clone(), data.shape()).unwrap()
}

/// Compares up to a relative error, of sums of numbers of this scale.
#[track_caller]
fn close<const O: usize>(case: &Case, name: &str, found: &Tensor<f64, O>, scale: f64) {
    let expected = floats::<O>(&case.outputs[0]);
    assert_eq!(found.shape(), expected.shape(), "{case}, {name}");
    for (a, b) in found.iter().zip(&expected) {
        let same = a == b || a.is_nan() && b.is_nan();
        assert!(
            same || (a - b).abs() <= 2e-14 * scale.max(b.abs()),
            "{case}, {name}: {a} is not {b}"
        );
    }
}

fn over<A, const R: usize, const O: usize>(case: &Case, axes: A)
where
    A: Over<R, Output = Rank<O>> + Copy,
{
    if case.name == "norm_complex" {
        return complex_norm(case, axes);
    }
    let ddof = || case.number("ddof");
    let number = |x: usize| x as f64;
    let weights = case.inputs.get(1).map_or(vec![], |data| disguises(&floats::<R>(data)));
    for (i, (name, x)) in disguises(&floats::<R>(&case.inputs[0])).into_iter().enumerate() {
        let close = |found: &Tensor<f64, O>, scale| close(case, name, found, scale);
        // Ratios of moments of numbers with a large offset are as exact as the deviations.
        match case.name.as_str() {
            "nan_sum" => close(&x.nan_sum(axes), 1.0),
            "nan_prod" => close(&x.nan_prod(axes), 1.0),
            "nan_mean" => close(&x.nan_mean(axes), 1.0),
            "nan_var" => close(&x.nan_var(axes), 1.0),
            "nan_std" => close(&x.nan_std(axes), 1.0),
            "nan_var_with_ddof" => close(&x.nan_var_with_ddof(axes, ddof()), 1.0),
            "nan_std_with_ddof" => close(&x.nan_std_with_ddof(axes, ddof()), 1.0),
            "nan_min" => close(&x.nan_min(axes), 0.0),
            "nan_max" => close(&x.nan_max(axes), 0.0),
            "nan_argmin" => close(&x.nan_argmin(axes).map(|&i| number(i)), 0.0),
            "nan_argmax" => close(&x.nan_argmax(axes).map(|&i| number(i)), 0.0),
            "moment" => {
                let order: u32 = case.number("order");
                close(&x.moment(axes, order), 5_f64.powi(order as i32));
            }
            "skew" => close(&x.skew(axes), 1.0),
            "kurtosis" => close(&x.kurtosis(axes), 1.0),
            "average" => close(&x.average(axes, &weights[i % weights.len()].1), 1.0),
            "norm" => close(&x.norm_with_order(axes, case.number("order")), 0.0),
            name => panic!("{case}: {name}"),
        }
    }
}

fn complex_norm<A, const R: usize, const O: usize>(case: &Case, axes: A)
where
    A: Over<R, Output = Rank<O>> + Copy,
{
    let data = &case.inputs[0];
    let numbers = data.pairs().into_iter().map(|(re, im)| Complex::new(re, im)).collect();
    let z = Tensor::from_vec(numbers, data.shape()).unwrap();
    let order = case.number("order");
    for (name, z) in disguises(&z) {
        let found: Tensor<f64, O> = z.norm_with_order(axes, order);
        close(case, name, &found, 0.0);
        if order == 2.0 {
            assert_eq!(found.map(|x| x.to_bits()), z.norm(axes).map(|x| x.to_bits()), "{name}");
        }
    }
}

fn along<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    for (name, x) in disguises(&floats::<R>(&case.inputs[0])) {
        let equal = |found: &Tensor<f64, R>| close(case, name, found, 0.0);
        match case.name.as_str() {
            "diff" => {
                let order = case.number("n");
                equal(&x.diff_with_order(axis, order));
                if order == 1 {
                    equal(&x.diff(axis));
                }
            }
            "cummax" => equal(&x.cummax(axis)),
            "cummin" => equal(&x.cummin(axis)),
            "cumsum" => equal(&x.cumsum_with_initial(axis, 0.0)),
            "cumprod" => equal(&x.cumprod_with_initial(axis, 1.0)),
            name => panic!("{case}: {name}"),
        }
    }
}

fn of_rows(case: &Case) {
    for (name, x) in disguises(&floats::<2>(&case.inputs[0])) {
        match case.name.as_str() {
            "corrcoef" => close(case, name, &x.corrcoef(), 1.0),
            "cov" => {
                let ddof = case.number("ddof");
                close(case, name, &x.cov_with_ddof(ddof), 40.0);
                if ddof == 1 {
                    close(case, name, &x.cov(), 40.0);
                }
            }
            name => panic!("{case}: {name}"),
        }
    }
}

#[test]
fn numpy_and_scipy_agree() {
    let cases = fixtures::load("statistics");
    for case in &cases {
        let rank = case.inputs[0].shape.len();
        let axes = ["axes", "axis"].into_iter().find(|name| case.has(name));
        let Some(axes) = axes else {
            of_rows(case);
            continue;
        };
        match (axes, rank, case.words(axes).join(" ").as_str()) {
            ("axes", 1, "all") => over::<_, 1, 0>(case, All),
            ("axes", 1, "0") => over::<_, 1, 0>(case, Axis::<0>),
            ("axes", 2, "all") => over::<_, 2, 0>(case, All),
            ("axes", 2, "0") => over::<_, 2, 1>(case, Axis::<0>),
            ("axes", 2, "1") => over::<_, 2, 1>(case, Axis::<1>),
            ("axes", 2, "0 1") => over::<_, 2, 0>(case, axes![0, 1]),
            ("axes", 3, "all") => over::<_, 3, 0>(case, All),
            ("axes", 3, "0") => over::<_, 3, 2>(case, Axis::<0>),
            ("axes", 3, "1") => over::<_, 3, 2>(case, Axis::<1>),
            ("axes", 3, "2") => over::<_, 3, 2>(case, Axis::<2>),
            ("axes", 3, "0 1") => over::<_, 3, 1>(case, axes![0, 1]),
            ("axes", 3, "0 2") => over::<_, 3, 1>(case, axes![0, 2]),
            ("axes", 3, "1 2") => over::<_, 3, 1>(case, axes![1, 2]),
            ("axes", 3, "2 0") => over::<_, 3, 1>(case, axes![2, 0]),
            ("axis", 1, _) => along::<_, 1>(case, Axis::<0>),
            ("axis", 2, "0") => along::<_, 2>(case, Axis::<0>),
            ("axis", 2, _) => along::<_, 2>(case, Axis::<1>),
            ("axis", 3, "0") => along::<_, 3>(case, Axis::<0>),
            ("axis", 3, "1") => along::<_, 3>(case, Axis::<1>),
            ("axis", 3, _) => along::<_, 3>(case, Axis::<2>),
            (_, rank, axes) => panic!("{case}: axes {axes} of rank {rank}"),
        }
    }
    assert!(cases.len() > 1200);
}
