//! The special cases of the Python array API standard: all of them.

use crate::fixtures::{Case, load};
use holor::num_complex::Complex;
use holor::prelude::*;
use std::f64::consts::PI;

type Vector64 = Tensor<f64, 1>;
type ComplexVector = Tensor<Complex<f64>, 1>;

/// Cases that holor does not follow, by function and arguments, with the reason.
const DEPARTURES: [(&str, &str, &str); 2] = [
    (
        "tanh",
        "Complex { re: inf, im: 4.129082993287784e152 }",
        "C gives the zero the sign of sin(2y)",
    ),
    (
        "pow",
        "[-2.356623834072989e153, -inf]",
        "the size of the base is above 1: C and numpy give 0",
    ),
];

/// Applies the function of the standard's name to each argument, or pair of arguments.
fn of_real(name: &str, x: &Vector64, y: Option<&Vector64>) -> Vector64 {
    let y = y.unwrap_or(x);
    match name {
        "abs" => x.abs(),
        "acos" => x.acos(),
        "acosh" => x.acosh(),
        "add" => x + y,
        "asin" => x.asin(),
        "asinh" => x.asinh(),
        "atan" => x.atan(),
        "atan2" => x.atan2(y),
        "atanh" => x.atanh(),
        "ceil" => x.ceil(),
        "clip" => x.clamp(-1.0, 1.0),
        "copysign" => x.copysign(y),
        "cos" => x.cos(),
        "cosh" => x.cosh(),
        "divide" => x / y,
        "exp" => x.exp(),
        "expm1" => x.exp_m1(),
        "floor" => x.floor(),
        "floor_divide" => x.floor_divide(y),
        "isfinite" => x.is_finite().cast(),
        "isinf" => x.is_inf().cast(),
        "isnan" => x.is_nan().cast(),
        "log" => x.ln(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "log2" => x.log2(),
        "logaddexp" => x.logaddexp(y),
        "maximum" => x.maximum(y),
        "minimum" => x.minimum(y),
        "multiply" => x * y,
        "nextafter" => x.nextafter(y),
        "pow" => x.powf(y),
        "remainder" => x.remainder(y),
        "round" => x.round_ties_even(),
        "sign" => x.sign(),
        "signbit" => x.signbit().cast(),
        "sin" => x.sin(),
        "sinh" => x.sinh(),
        "sqrt" => x.sqrt(),
        "tan" => x.tan(),
        "tanh" => x.tanh(),
        "trunc" => x.trunc(),
        _ => panic!("no function {name}"),
    }
}

fn of_complex(name: &str, z: &ComplexVector) -> ComplexVector {
    match name {
        "acos" => z.acos(),
        "acosh" => z.acosh(),
        "asinh" => z.asinh(),
        "atanh" => z.atanh(),
        "cosh" => z.cosh(),
        "exp" => z.exp(),
        "expm1" => z.exp_m1(),
        "log" => z.ln(),
        "log1p" => z.ln_1p(),
        "sign" => z.sign(),
        "sinh" => z.sinh(),
        "sqrt" => z.sqrt(),
        "tanh" => z.tanh(),
        _ => panic!("no function {name}"),
    }
}

/// Whether a number is what a word of the fixture says.
fn is_as(word: &str, found: f64, arguments: &[f64]) -> bool {
    let same = |a: f64, b: f64| {
        a.is_nan() && b.is_nan() || a == b && a.is_sign_negative() == b.is_sign_negative()
    };
    if let Some(either) = word.strip_prefix('~') {
        return is_as(either, found, arguments) || is_as(either, -found, arguments);
    }
    let about = |angle: f64| (found - angle).abs() < 1e-14;
    let (sign, size) = word.strip_prefix('-').map_or((1.0, word), |size| (-1.0, size));
    match size {
        "pi" => about(sign * PI),
        "pi/2" => about(sign * PI / 2.0),
        "pi/4" => about(sign * PI / 4.0),
        "3pi/4" => about(sign * PI * 0.75),
        "x1" => same(found, arguments[0]),
        "x2" => same(found, arguments[1]),
        "true" => found == 1.0,
        "false" => found == 0.0,
        "positive" => found.is_sign_positive() && !found.is_nan(),
        "negative" => found.is_sign_negative() && !found.is_nan(),
        "even" => same(found, arguments[0].round_ties_even()),
        _ => same(found, word.parse().unwrap_or_else(|_| panic!("cannot read `{word}`"))),
    }
}

fn vector<T>(elements: Vec<T>) -> Tensor<T, 1> {
    let len = elements.len();
    Tensor::from_vec(elements, [len]).unwrap()
}

/// The arguments, the results, and whether they are as expected.
fn check(case: &Case) -> Vec<(String, bool)> {
    let words = case.words("expected");
    if case.inputs[0].dtype == "c128" {
        let z = vector(case.inputs[0].pairs()).map(|&(re, im)| Complex::new(re, im));
        let results = of_complex(&case.name, &z);
        let each = z.iter().zip(&results).map(|(z, found)| {
            let is_right = is_as(&words[0], found.re, &[]) && is_as(&words[1], found.im, &[]);
            (format!("{z:?} -> {found:?}"), is_right)
        });
        return each.collect();
    }
    let operands: Vec<_> = case.inputs.iter().map(|input| vector(input.f64s())).collect();
    let results = of_real(&case.name, &operands[0], operands.get(1));
    let each = results.indexed_iter().map(|(index, &found)| {
        let arguments: Vec<f64> = operands.iter().map(|operand| operand[index]).collect();
        (format!("{arguments:?} -> {found:?}"), is_as(&words[0], found, &arguments))
    });
    each.collect()
}

#[test]
fn special_cases_are_those_of_the_standard() {
    let (mut inputs, mut wrong) = (0, Vec::new());
    for case in load("special_cases") {
        for (text, is_right) in check(&case) {
            inputs += 1;
            let is_known = { DEPARTURES }.iter().any(|d| d.0 == case.name && text.starts_with(d.1));
            if is_right == is_known {
                wrong.push(format!("{case}: {text}, expected {:?}", case.words("expected")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(inputs, 595);
}
