//! Functions of floats: their error over the whole range, their special values, and that an element
//! has the same result wherever it lies.

#[cfg(feature = "half")]
use holor::math;
use holor::prelude::*;

pub(crate) type Function<T> = fn(&TensorRef<T, 1>) -> Tensor<T, 1>;

/// A name, and for each type a function and its bound.
pub(crate) type Bound = (&'static str, Function<f32>, f64, Function<f64>, f64);

/// The bounds that the documentation promises, in units of the last place.
pub(crate) const BOUNDS: [Bound; 24] = [
    ("exp", |x| x.exp(), 1.0, |x| x.exp(), 1.0),
    ("exp2", |x| x.exp2(), 1.2, |x| x.exp2(), 1.2),
    ("ln", |x| x.ln(), 1.0, |x| x.ln(), 1.0),
    ("tanh", |x| x.tanh(), 2.5, |x| x.tanh(), 2.5),
    ("sigmoid", |x| x.sigmoid(), 1.5, |x| x.sigmoid(), 1.5),
    ("erf", |x| x.erf(), 1.5, |x| x.erf(), 1.5),
    ("gelu", |x| x.gelu(), 6.5, |x| x.gelu(), 9.0),
    ("sin", |x| x.sin(), 1.6, |x| x.sin(), 1.0),
    ("cos", |x| x.cos(), 1.6, |x| x.cos(), 1.0),
    ("asinh", |x| x.asinh(), 2.0, |x| x.asinh(), 2.0),
    ("acosh", |x| x.acosh(), 2.0, |x| x.acosh(), 2.0),
    ("atanh", |x| x.atanh(), 2.0, |x| x.atanh(), 2.0),
    ("tan", |x| x.tan(), 2.1, |x| x.tan(), 2.0),
    ("asin", |x| x.asin(), 2.0, |x| x.asin(), 2.0),
    ("acos", |x| x.acos(), 2.0, |x| x.acos(), 2.0),
    ("atan", |x| x.atan(), 2.0, |x| x.atan(), 2.0),
    ("silu", |x| x.silu(), 3.0, |x| x.silu(), 3.0),
    ("exp_m1", |x| x.exp_m1(), 1.5, |x| x.exp_m1(), 1.5),
    ("sinh", |x| x.sinh(), 2.0, |x| x.sinh(), 2.0),
    ("cosh", |x| x.cosh(), 2.0, |x| x.cosh(), 2.0),
    ("ln_1p", |x| x.ln_1p(), 1.0, |x| x.ln_1p(), 1.0),
    ("log2", |x| x.log2(), 1.2, |x| x.log2(), 1.2),
    ("log10", |x| x.log10(), 1.2, |x| x.log10(), 1.2),
    ("cbrt", |x| x.cbrt(), 0.9, |x| x.cbrt(), 0.9),
];

const POW_BOUND: f64 = 1.0;
const ATAN2_BOUND: f64 = 2.0;
const HYPOT_BOUND: f64 = 1.5;

/// By how many units of the last place of an `f32` it is off. Above the largest number comes one that
/// counts as infinity.
fn ulps(got: f32, want: f64) -> f64 {
    if got.is_nan() || want.is_nan() {
        return if got.is_nan() && want.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let limit = 2.0_f64.powi(128);
    let want = want.clamp(-limit, limit);
    let got = if got.is_infinite() { limit.copysign(got.into()) } else { got.into() };
    let size = want.abs().max(f64::from(f32::MIN_POSITIVE)).min(f64::from(f32::MAX));
    let power_of_two = f64::from_bits(size.to_bits() >> 52 << 52);
    (got - want).abs() / (power_of_two * f64::from(f32::EPSILON))
}

#[track_caller]
pub(crate) fn vector<T>(elements: Vec<T>) -> Tensor<T, 1> {
    let len = elements.len();
    Tensor::from_vec(elements, [len]).unwrap()
}

/// Numbers of all exponents and signs, infinities and NaN among them.
fn sweep() -> Vec<f32> {
    (0..=u32::MAX).step_by(100_003).map(f32::from_bits).collect()
}

/// A function of the C library, if it has it: else the reference is the function of `f64`, which the next test checks.
fn reference(name: &str, x: &Tensor<f64, 1>) -> Option<Tensor<f64, 1>> {
    let f: fn(f64) -> f64 = match name {
        "exp" => f64::exp,
        "exp2" => f64::exp2,
        "ln" => f64::ln,
        "tanh" => f64::tanh,
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "asin" => f64::asin,
        "acos" => f64::acos,
        "atan" => f64::atan,
        "exp_m1" => f64::exp_m1,
        "sinh" => f64::sinh,
        "cosh" => f64::cosh,
        "ln_1p" => f64::ln_1p,
        "log2" => f64::log2,
        "log10" => f64::log10,
        "cbrt" => f64::cbrt,
        _ => return None,
    };
    Some(x.map(|&x| f(x)))
}

#[test]
fn f32_functions_keep_to_their_bounds_over_the_whole_range() {
    let x = vector(sweep());
    let wide = x.cast::<f64>();
    for (name, f, bound, in_f64, _) in BOUNDS {
        let want = reference(name, &wide).unwrap_or_else(|| in_f64(&wide));
        check(name, bound, &x, &f(&x), &want);
    }
    // Where the greatest errors are: near 1, and where the logarithm takes another formula.
    let x = Tensor::from_fn([600_000], |[i]| f32::from_bits(0x3f80_0000 + i as u32));
    check("acosh", 2.0, &x, &x.acosh(), &x.cast::<f64>().acosh());
    let x = Tensor::from_fn([200_000], |[i]| f32::from_bits(0x3e20_0000 + 61 * i as u32));
    check("asinh", 2.0, &x, &x.asinh(), &x.cast::<f64>().asinh());
    check("atanh", 2.0, &x, &x.atanh(), &x.cast::<f64>().atanh());
    // About the numbers by which a sum with 1 is split into mantissa and power.
    let x = Tensor::from_fn([600_000], |[i]| i as f32 * 6.5e-6 - 0.9);
    check("ln_1p", 1.0, &x, &x.ln_1p(), &x.cast::<f64>().ln_1p());
    check("atanh", 2.0, &x, &x.atanh(), &x.cast::<f64>().atanh());
    // From the least that changes a number on, to where the arc tangent is pi/2.
    let x = Tensor::from_fn([600_000], |[i]| f32::from_bits(0x3900_0000 + 307 * i as u32));
    check("tan", 2.1, &x, &x.tan(), &x.map(|&x| f64::from(x).tan()));
    let worst = vector(vec![87_908.83_f32, 22_175.723, 343_064.28]);
    check("tan", 2.1, &worst, &worst.tan(), &worst.map(|&x| f64::from(x).tan()));
    let worst = vector(vec![0.123_861_22_f32]);
    check("atanh", 2.0, &worst, &worst.atanh(), &worst.cast::<f64>().atanh());
    let worst = vector(vec![-3.676_000_6_f32]);
    check("gelu", 6.5, &worst, &worst.gelu(), &worst.cast::<f64>().gelu());
    check("asin", 2.0, &x, &x.asin(), &x.map(|&x| f64::from(x).asin()));
    check("acos", 2.0, &-&x, &(-&x).acos(), &x.map(|&x| f64::from(-x).acos()));
    check("atan", 2.0, &x, &x.atan(), &x.map(|&x| f64::from(x).atan()));
    // Where the greatest errors are: between 1/16 and 16.
    let x = Tensor::from_fn([600_000], |[i]| f32::from_bits(0x3d80_0000 + 111 * i as u32));
    for (name, f, bound, ..) in &BOUNDS[17..] {
        for x in [&x, &-&x] {
            check(name, *bound, x, &f(x), &reference(name, &x.cast()).unwrap());
        }
    }
    let x = vector(sweep());
    for shift in [1, 77, 4096, 20_000] {
        let other = Tensor::from_fn(x.shape(), |[i]| x[[(i + shift) % x.len()]]);
        let want = zip((&x, &other)).map(|&y, &x| f64::from(y).atan2(x.into()));
        check("atan2", ATAN2_BOUND, &x, &x.atan2(&other), &want);
        let want = zip((&x, &other)).map(|&x, &y| f64::from(x).hypot(y.into()));
        check("hypot", HYPOT_BOUND, &x, &x.hypot(&other), &want);
        let near = &x * &other.map(|x| x % 1.0);
        let want = zip((&x, &near)).map(|&x, &y| f64::from(x).hypot(y.into()));
        check("hypot", HYPOT_BOUND, &x, &x.hypot(&near), &want);
    }
    for y in [0.5_f32, -1.0, 2.5, 3.0, -7.0, 17.3, -0.01] {
        check("powf", POW_BOUND, &x, &x.powf(y), &wide.map(|x| x.powf(y.into())));
    }
    for base in [2.0_f32, 0.3, 10.0, -2.0, 1.0001, 1e-40, 0.0, -0.0, f32::INFINITY, f32::NAN] {
        let bases = Tensor::<f32, 1>::full(x.shape(), base);
        let want = wide.map(|&y| f64::from(base).powf(y));
        check("powf", POW_BOUND, &x, &bases.powf(&x), &want);
    }
}

#[track_caller]
pub(crate) fn check(
    name: &str,
    bound: f64,
    x: &Tensor<f32, 1>,
    got: &Tensor<f32, 1>,
    want: &Tensor<f64, 1>,
) {
    let mut worst = (0.0, 0.0);
    for ((&x, &got), &want) in x.iter().zip(got).zip(want) {
        let off = ulps(got, want);
        assert!(off <= bound, "{name} of {x:e}: {got:e} is {off:.2} ulp from {want:e}");
        worst = if off > worst.0 { (off, x) } else { worst };
    }
    println!("{name} f32: {:.3} ulp at {:e}", worst.0, worst.1);
}

/// Lines of `functions.txt`: a name, arguments, the value, and by how much that is rounded.
fn fixtures() -> Vec<(String, Vec<f64>, f64, f64)> {
    let text = include_str!("functions.txt");
    let read = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, numbers @ .., excess] = &words[..] else { panic!("{line}") };
        let mut numbers: Vec<f64> = numbers
            .iter()
            .map(|word| f64::from_bits(u64::from_str_radix(word, 16).unwrap()))
            .collect();
        let value = numbers.pop().unwrap();
        ((*name).to_string(), numbers, value, excess.parse::<f64>().unwrap() / 1000.0)
    };
    text.lines().map(read).collect()
}

/// Numbers in the order of their size, one apart.
fn rank(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

#[test]
fn f64_functions_keep_to_their_bounds_of_mpmath() {
    let all = fixtures();
    let mut checked = 0;
    for (name, _, _, f, bound) in BOUNDS {
        let cases: Vec<_> = all.iter().filter(|case| case.0 == name).collect();
        let got = f(&vector(cases.iter().map(|case| case.1[0]).collect()));
        checked += check_f64(name, bound, &cases, &got);
    }
    let cases: Vec<_> = all.iter().filter(|case| case.0 == "pow").collect();
    let x = vector(cases.iter().map(|case| case.1[0]).collect::<Vec<f64>>());
    let y = vector(cases.iter().map(|case| case.1[1]).collect());
    checked += check_f64("pow", POW_BOUND, &cases, &x.powf(&y));
    let cases: Vec<_> = all.iter().filter(|case| case.0 == "atan2").collect();
    let y = vector(cases.iter().map(|case| case.1[0]).collect::<Vec<f64>>());
    let x = vector(cases.iter().map(|case| case.1[1]).collect());
    checked += check_f64("atan2", ATAN2_BOUND, &cases, &y.atan2(&x));
    let cases: Vec<_> = all.iter().filter(|case| case.0 == "hypot").collect();
    let x = vector(cases.iter().map(|case| case.1[0]).collect::<Vec<f64>>());
    let y = vector(cases.iter().map(|case| case.1[1]).collect());
    checked += check_f64("hypot", HYPOT_BOUND, &cases, &x.hypot(&y));
    assert_eq!(checked, all.len());
}

#[track_caller]
fn check_f64(
    name: &str,
    bound: f64,
    cases: &[&(String, Vec<f64>, f64, f64)],
    got: &Tensor<f64, 1>,
) -> usize {
    let mut worst = (0.0, &[][..]);
    for ((_, x, value, excess), &got) in cases.iter().zip(got) {
        let off = (rank(got).wrapping_sub(rank(*value)) as f64 + excess).abs();
        assert!(off <= bound, "{name} of {x:?}: {got:e} is {off:.2} ulp from {value:e}");
        worst = if off > worst.0 { (off, &x[..]) } else { worst };
    }
    println!("{name} f64: {:.3} ulp at {:?}", worst.0, worst.1);
    cases.len()
}

/// Compares bits, any NaN with any other.
#[track_caller]
pub(crate) fn same_bits(what: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (got, want) in got.iter().zip(want) {
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{what}: {got:?}, not {want:?}");
    }
}

#[test]
fn special_values_are_exact() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let x = [0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 5e-324, -5e-324];
    let d = 5e-324;
    let e = f64::exp(-1.0);
    for (name, f, want) in [
        ("exp", BOUNDS[0].3, [1.0, 1.0, INF, 0.0, NAN, f64::exp(1.0), e, 1.0, 1.0]),
        ("exp2", BOUNDS[1].3, [1.0, 1.0, INF, 0.0, NAN, 2.0, 0.5, 1.0, 1.0]),
        ("ln", BOUNDS[2].3, [-INF, -INF, INF, NAN, NAN, 0.0, NAN, f64::ln(d), NAN]),
        ("tanh", BOUNDS[3].3, [0.0, -0.0, 1.0, -1.0, NAN, 1_f64.tanh(), -1_f64.tanh(), d, -d]),
        ("sin", BOUNDS[7].3, [0.0, -0.0, NAN, NAN, NAN, 1_f64.sin(), -1_f64.sin(), d, -d]),
        ("cos", BOUNDS[8].3, [1.0, 1.0, NAN, NAN, NAN, 1_f64.cos(), 1_f64.cos(), 1.0, 1.0]),
    ] {
        let got = f(&vector(x.to_vec())).into_vec();
        // What is not exact is tested elsewhere.
        let known = |i: &usize| !matches!((name, i), (_, 5 | 6) | ("ln", 7)) || name == "exp2";
        let pick = |from: &[f64]| (0..9).filter(known).map(|i| from[i]).collect::<Vec<_>>();
        same_bits(name, &pick(&got), &pick(&want));
    }
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, 800.0, -800.0]);
    same_bits("sigmoid", &x.sigmoid().into_vec(), &[0.5, 0.5, 1.0, 0.0, NAN, 1.0, 0.0]);
    same_bits("erf", &x.erf().into_vec(), &[0.0, -0.0, 1.0, -1.0, NAN, 1.0, -1.0]);
    let silu = [0.0, -0.0, INF, -0.0, NAN, 800.0, -0.0];
    same_bits("silu", &x.silu().into_vec(), &silu);
    // Subnormal results, and just above zero (mpmath).
    let low = vector(vec![-740.0, -750.0, -751.5, -752.0]);
    same_bits("silu", &low.silu().into_vec(), &[-3.09967e-319, -1.5e-323, -5e-324, -0.0]);
    same_bits("gelu", &x.gelu().into_vec(), &[0.0, -0.0, INF, -0.0, NAN, 800.0, -0.0]);
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 1.5, d, -d, f64::MAX]);
    // Of mpmath; its neighbours are 1.1e-13 apart.
    let is_of_max = |x: f64| (x - 710.475_860_073_944).abs() < 1.2e-13;
    let asinh = x.asinh().into_vec();
    let pick = |from: &[f64]| [0, 1, 2, 3, 4, 8, 9].map(|i| from[i]);
    same_bits("asinh", &pick(&asinh), &[0.0, -0.0, INF, -INF, NAN, d, -d]);
    assert!(is_of_max(asinh[10]));
    let acosh = x.acosh().into_vec();
    same_bits("acosh", &pick(&acosh), &[NAN, NAN, INF, NAN, NAN, NAN, NAN]);
    assert!(acosh[5].to_bits() == 0 && is_of_max(acosh[10]));
    let atanh = x.atanh().into_vec();
    same_bits("atanh", &pick(&atanh), &[0.0, -0.0, NAN, NAN, NAN, d, -d]);
    same_bits("atanh", &[atanh[5], atanh[6], atanh[7], atanh[10]], &[INF, -INF, NAN, NAN]);
    use core::f64::consts::{FRAC_PI_2, PI};
    let right = [FRAC_PI_2, -FRAC_PI_2];
    let same = |name, got: Tensor<f64, 1>, want: [f64; 11]| {
        // What is not exact is tested elsewhere.
        let known = |i: &usize| !want[*i].is_nan() || got[[*i]].is_nan();
        let pick = |from: &[f64]| (0..11).filter(known).map(|i| from[i]).collect::<Vec<_>>();
        same_bits(name, &pick(&got.to_vec()), &pick(&want));
        assert!(want.iter().zip(&got).all(|(want, got)| want.is_nan() || !got.is_nan()));
    };
    let [up, down] = right;
    same("atan", x.atan(), [0.0, -0.0, up, down, NAN, PI / 4.0, -PI / 4.0, NAN, d, -d, up]);
    same("asin", x.asin(), [0.0, -0.0, NAN, NAN, NAN, up, down, NAN, d, -d, NAN]);
    same("acos", x.acos(), [up, up, NAN, NAN, NAN, 0.0, PI, NAN, up, up, NAN]);
    let tan = x.tan().into_vec();
    let pick = |from: &[f64]| [0, 1, 2, 3, 4, 8, 9].map(|i| from[i]);
    same_bits("tan", &pick(&tan), &[0.0, -0.0, NAN, NAN, NAN, d, -d]);
    let x = vector((-1074..1024).map(f64::from).collect::<Vec<_>>());
    let powers = x.map(|&n| {
        if n < -1022.0 {
            f64::from_bits(1 << (n as i64 + 1074))
        } else {
            f64::from_bits(((n as i64 + 1023) as u64) << 52)
        }
    });
    same_bits("exp2 of integers", &x.exp2().into_vec(), &powers.to_vec());
}

#[test]
fn powers_have_the_special_values_of_c() {
    let of_interest = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        1e300,
        -1e300,
        4503599627370497.0,
        9007199254740993.0,
        -4503599627370497.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
    ];
    let n = of_interest.len();
    let x = Tensor::from_fn([n, 1], |[i, _]| of_interest[i]);
    let y = Tensor::from_fn([1, n], |[_, j]| of_interest[j]);
    let got = x.powf(&y);
    for (i, x) in of_interest.into_iter().enumerate() {
        for (j, y) in of_interest.into_iter().enumerate() {
            let (got, want) = (got[[i, j]], x.powf(y));
            let is_close = got.is_sign_negative() == want.is_sign_negative()
                && rank(got).abs_diff(rank(want)) <= 1;
            assert!(is_close || got.is_nan() && want.is_nan(), "{x} to {y}: {got}, not {want}");
        }
        let column = got.index_axis(Axis::<1>, i).to_vec();
        let scalar = vector(of_interest.to_vec()).powf(x);
        same_bits("a scalar exponent", &scalar.into_vec(), &column);
    }
}

#[test]
fn integer_powers_are_exact_where_they_can_be() {
    let x = Tensor::from_fn([201], |[i]| i as f64 - 100.0);
    for n in [-3, -1, 0, 1, 2, 3, 4, 5, 7] {
        let want = x.map(|x| {
            if n < 0 { (1.0 / x.powi(-n)).clamp(f64::MIN, f64::INFINITY) } else { x.powi(n) }
        });
        let got = x.powi(n);
        assert!(got.all_close(&want, 1e-15, 0.0) || n < 0, "to the {n}");
        if n >= 0 {
            same_bits("powi", &got.to_vec(), &want.to_vec());
        }
    }
    // An odd exponent that `f32` rounds to an even one.
    assert_eq!(tensor![-1.0_f32].powi((1 << 24) + 1), tensor![-1.0_f32]);
}

/// `base` to the power `n` as a product of squares, each a sum of two numbers: right to 90 bits and more.
fn power_by_products(base: f64, n: i32) -> f64 {
    fn times((a, a_rest): (f64, f64), (b, b_rest): (f64, f64)) -> (f64, f64) {
        let p = a * b;
        let rest = a.mul_add(b, -p) + (a * b_rest + a_rest * b);
        let whole = p + rest;
        (whole, rest - (whole - p))
    }
    let (mut result, mut square) = ((1.0, 0.0), (base, 0.0));
    let mut left = n.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left /= 2;
    }
    if n >= 0 {
        return result.0;
    }
    let inverse = 1.0 / result.0;
    inverse + inverse * ((-inverse).mul_add(result.0, 1.0) - inverse * result.1)
}

#[test]
fn integer_powers_are_right_for_every_exponent() {
    for n in
        [4, 5, -7, 1000, (1 << 24) + 1, 123_456_789, i32::MAX, i32::MAX - 1, -i32::MAX, i32::MIN]
    {
        // Results from 1e-200 to 1e200.
        let step = 460.0 / f64::from(n).abs();
        let x = Tensor::from_fn([400], |[i]| {
            let x = ((i as f64 - 200.0) / 200.0 * step).exp();
            if i % 2 == 0 { x } else { -x }
        });
        for (x, got) in x.iter().zip(&x.powi(n)) {
            let want = power_by_products(*x, n);
            let off = rank(*got).abs_diff(rank(want));
            assert!(off <= 1, "{x:e} to the {n}: {got:e} is {off} ulp from {want:e}");
        }
        let narrow = Tensor::from_fn([400], |[i]| {
            let x = 1.0 + (i as f32 - 200.0) * f32::EPSILON;
            if i % 2 == 0 { x } else { -x }
        });
        let got = narrow.powi(n);
        check("powi", POW_BOUND, &narrow, &got, &narrow.cast::<f64>().powi(n));
    }
    // What every integer power has to do with signs and with numbers that stay as they are.
    let x = vector(vec![-1.0_f32, 1.0, -0.0, f32::NEG_INFINITY, f32::NAN]);
    let is = |n, want: [f32; 4]| {
        let got = x.powi(n).into_vec();
        assert!(got[4].is_nan());
        assert_eq!(
            got[..4].iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
            want.map(f32::to_bits)
        );
    };
    is(i32::MAX, [-1.0, 1.0, -0.0, f32::NEG_INFINITY]);
    is(i32::MAX - 1, [1.0, 1.0, 0.0, f32::INFINITY]);
    is(-i32::MAX, [-1.0, 1.0, f32::NEG_INFINITY, -0.0]);
    is(i32::MIN, [1.0, 1.0, f32::INFINITY, 0.0]);
}

#[test]
fn results_do_not_depend_on_where_an_element_lies() {
    let elements: Vec<f32> =
        (0..700_u32).map(|i| f32::from_bits(i.wrapping_mul(0x9e37_79b9))).collect();
    let x = vector(elements);
    let wide = x.cast::<f64>();
    // Near and far, by steps, about where exponentials become infinite or lose digits.
    let near = Tensor::from_fn([700], |[i]| i as f32 * 0.3 - 105.0);
    for (name, f, _, g, _) in BOUNDS {
        for x in [&x, &near] {
            same_everywhere(name, x, |x| f(x).cast::<f64>());
            same_everywhere(name, &(x.cast::<f64>() * 7.0), g);
        }
    }
    same_everywhere("atan2", &x, |x| x.atan2(&(x * 0.3 - 1.0)).cast::<f64>());
    same_everywhere("atan2", &wide, |x| x.atan2(1.7));
    same_everywhere("hypot", &x, |x| x.hypot(&(x * 0.3 - 1.0)).cast::<f64>());
    same_everywhere("hypot", &wide, |x| x.hypot(1.7));
    same_everywhere("powf", &x, |x| x.powf(1.7).cast::<f64>());
    same_everywhere("powf", &wide, |x| x.powf(&(x * 0.1)));
}

#[track_caller]
fn same_everywhere<T: Clone>(
    name: &str,
    x: &Tensor<T, 1>,
    f: impl Fn(&TensorRef<T, 1>) -> Tensor<f64, 1>,
) {
    let whole = f(x).into_vec();
    // Tails of all lengths, beginnings at all places in a vector.
    for (start, len) in [(0, 1), (1, 3), (5, 15), (6, 16), (7, 17), (31, 67), (3, 255), (2, 513)] {
        let part = x.narrow(Axis::<0>, start, len).to_contiguous();
        same_bits(name, &f(&part).into_vec(), &whole[start..start + len]);
    }
    for i in 0..x.len() {
        let alone = x.narrow(Axis::<0>, i, 1).to_contiguous();
        same_bits(name, &f(&alone).into_vec(), &whole[i..=i]);
    }
    let stepped = x.slice(s![..;-3]);
    let want: Vec<f64> = whole.iter().rev().step_by(3).copied().collect();
    same_bits(name, &f(&stepped).into_vec(), &want);
}

#[cfg(feature = "half")]
#[test]
fn small_floats_go_through_f32() {
    use half::f16;
    let x = Tensor::from_fn([700], |[i]| f16::from_f32(i as f32 / 50.0 - 7.0));
    let wide = x.map(|x| x.to_f32());
    assert_eq!(x.exp(), wide.exp().map(|&x| f16::from_f32(x)));
    assert_eq!(x.silu(), wide.silu().map(|&x| f16::from_f32(x)));
    assert_eq!(x.gelu(), wide.gelu().map(|&x| f16::from_f32(x)));
    assert_eq!(x.map(|&x| math::tanh(x)), x.tanh());
    assert_eq!(x.sinh(), wide.sinh().map(|&x| f16::from_f32(x)));
    assert_eq!(x.map(|&x| math::cbrt(x)), x.cbrt());
    assert_eq!(x.map(|&x| math::hypot(x, x)), x.hypot(&x));
    assert_eq!(x.hypot(&x), wide.hypot(&wide).map(|&x| f16::from_f32(x)));
    assert_eq!(
        x.map(|&x| math::pow(x, f16::from_f32(3.0))),
        wide.powf(3.0).map(|&x| f16::from_f32(x))
    );
    // Exponents that the type cannot hold, and would round to an even one.
    assert_eq!(vector(vec![f16::from_f32(-1.0)]).powi(2049), vector(vec![f16::from_f32(-1.0)]));
    assert_eq!(
        vector(vec![half::bf16::from_f32(-1.0)]).powi(257),
        vector(vec![half::bf16::from_f32(-1.0)])
    );
}
