//! Functions of complex numbers: their error against mpmath, symmetries, branch cuts, narrow types.

use crate::disguise::disguises;
use holor::num_complex::Complex;
use holor::prelude::*;
use std::f64::consts::FRAC_PI_2;

type C = Complex<f64>;
type ComplexVector = Tensor<C, 1>;
type Function = fn(&TensorRef<C, 1>) -> ComplexVector;

/// A function with the bound of the error of each part, in units of the last place, that
/// `docs/accuracy.md` has. (The values here are rounded, those of the largest errors found are 0.5 less.)
const FUNCTIONS: [(&str, Function, f64); 21] = [
    ("exp", |z| z.exp(), 4.0),
    ("exp_m1", |z| z.exp_m1(), 4.0),
    ("ln", |z| z.ln(), 2.5),
    ("ln_1p", |z| z.ln_1p(), 2.5),
    ("log2", |z| z.log2(), 2.5),
    ("log10", |z| z.log10(), 2.5),
    ("sqrt", |z| z.sqrt(), 3.0),
    ("recip", |z| z.recip(), 3.0),
    ("sign", |z| z.sign(), 3.0),
    ("sin", |z| z.sin(), 4.0),
    ("cos", |z| z.cos(), 4.0),
    ("tan", |z| z.tan(), 6.5),
    ("sinh", |z| z.sinh(), 4.0),
    ("cosh", |z| z.cosh(), 4.0),
    ("tanh", |z| z.tanh(), 6.5),
    ("asin", |z| z.asin(), 4.0),
    ("acos", |z| z.acos(), 4.0),
    ("atan", |z| z.atan(), 4.0),
    ("asinh", |z| z.asinh(), 4.0),
    ("acosh", |z| z.acosh(), 4.0),
    ("atanh", |z| z.atanh(), 4.0),
];

fn vector<T>(elements: Vec<T>) -> Tensor<T, 1> {
    let len = elements.len();
    Tensor::from_vec(elements, [len]).unwrap()
}

/// A line: the name, then complex numbers.
fn fixtures() -> Vec<(&'static str, Vec<C>)> {
    let read = |line: &'static str| {
        let (name, numbers) = line.split_once(' ').unwrap();
        let bits = numbers.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap());
        let parts: Vec<f64> = bits.map(f64::from_bits).collect();
        (name, parts.chunks(2).map(|part| C::new(part[0], part[1])).collect())
    };
    include_str!("complex.txt").lines().map(read).collect()
}

/// Numbers in the order of their size, one apart.
fn place(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn ulps(found: f64, value: f64) -> f64 {
    if found.is_nan() {
        return f64::INFINITY;
    }
    (place(found) as i128 - place(value) as i128).unsigned_abs() as f64
}

#[test]
fn errors_are_within_the_bounds_of_mpmath() {
    let all = fixtures();
    let mut report = String::new();
    for (name, function, bound) in FUNCTIONS {
        let lines: Vec<_> = all.iter().filter(|line| line.0 == name).collect();
        assert!(lines.len() > 30, "{name}");
        let found = function(&vector(lines.iter().map(|line| line.1[0]).collect()));
        let mut worst = [(0.0, C::ZERO); 2];
        for (line, found) in lines.iter().zip(&found) {
            let value = line.1[1];
            // The real part of exp(z) - 1 is a difference: its error is relative to the size.
            let size = if name == "exp_m1" { value.norm() } else { value.re };
            let real = if name == "exp_m1" {
                (found.re - value.re).abs() / (size.next_up() - size)
            } else {
                ulps(found.re, value.re)
            };
            for (worst, off) in worst.iter_mut().zip([real, ulps(found.im, value.im)]) {
                if off > worst.0 {
                    *worst = (off, line.1[0]);
                }
            }
        }
        let line = format!(
            "{name}: {:.1} ulp at {}, {:.1} ulp at {}\n",
            worst[0].0, worst[0].1, worst[1].0, worst[1].1
        );
        print!("{line}");
        if worst.iter().any(|worst| worst.0 > bound) {
            report.push_str(&line);
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn powers_are_within_the_bounds_of_mpmath() {
    let lines: Vec<_> = fixtures().into_iter().filter(|line| line.0 == "powf").collect();
    assert_eq!(lines.len(), 61);
    let column = |n: usize| vector(lines.iter().map(|line| line.1[n]).collect());
    let (z, w, value) = (column(0), column(1), column(2));
    for (n, found) in z.powf(&w).iter().enumerate() {
        // The error grows with the size of the exponent of e, or the number of products.
        let exponent = (w[[n]] * z[[n]].ln()).norm();
        let bound = (3.0 + 2.0 * exponent) * f64::EPSILON;
        let off = (found - value[[n]]).norm() / value[[n]].norm();
        assert!(off <= bound, "{} to {}: {off:e} > {bound:e}", z[[n]], w[[n]]);
    }
    // A scalar as the exponent; exact powers; zeros.
    let i = tensor![C::i(), C::new(0.0, -2.0)];
    assert_eq!(i.powf(C::new(2.0, 0.0)), tensor![C::new(-1.0, 0.0), C::new(-4.0, 0.0)]);
    let zero = tensor![C::ZERO];
    assert_eq!(zero.powf(C::ZERO), tensor![C::ONE]);
    assert_eq!(zero.powf(C::new(0.5, 3.0)), zero);
    assert_eq!(zero.powf(C::new(-0.5, 0.0)).is_nan(), tensor![true]);
}

fn samples() -> ComplexVector {
    let parts = [0.0, 1e-300, 1e-9, 0.3, 1.0, 1.5, 700.0, 1e10, 1e300];
    let all = parts.iter().flat_map(|&x| parts.map(|y| C::new(x, y)));
    vector(all.collect())
}

fn same(a: &ComplexVector, b: &ComplexVector) -> bool {
    let same = |a: f64, b: f64| a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits();
    a.iter().zip(b).all(|(a, b)| same(a.re, b.re) && same(a.im, b.im))
}

#[test]
fn functions_are_symmetric_to_the_last_bit() {
    for (name, function, _) in FUNCTIONS {
        // The sign of any zero is positive zero.
        let z = samples().narrow(Axis::<0>, usize::from(name == "sign"), 80).to_owned();
        assert!(same(&function(&z.conj()), &function(&z).conj()), "conj {name}");
        let z = -&z;
        assert!(same(&function(&z.conj()), &function(&z).conj()), "conj {name}");
        let (value, mirrored) = (function(&-&z), function(&z));
        match name {
            "sin" | "tan" | "sinh" | "tanh" | "asin" | "atan" | "asinh" | "atanh" | "sign" => {
                assert!(same(&mirrored, &-value), "odd {name}");
            }
            "cos" | "cosh" => assert!(same(&mirrored, &value), "even {name}"),
            _ => {}
        }
    }
}

#[test]
fn functions_on_the_real_axis_are_those_of_reals() {
    type Real = fn(&TensorRef<f64, 1>) -> Tensor<f64, 1>;
    let pairs: [(Function, Real); 6] = [
        (|z| z.exp(), |x| x.exp()),
        (|z| z.ln_1p(), |x| x.ln_1p()),
        (|z| z.sqrt(), |x| x.sqrt()),
        (|z| z.sinh(), |x| x.sinh()),
        (|z| z.tanh(), |x| x.tanh()),
        (|z| z.recip(), |x| x.recip()),
    ];
    let x = tensor![0.0, 1e-300, 0.25, 1.0, 3.0, 800.0];
    for (n, (complex, real)) in pairs.into_iter().enumerate() {
        let found = complex(&x.map(|&x| C::new(x, 0.0)));
        if n == 5 {
            assert_eq!(found.narrow(Axis::<0>, 1, 5).re(), real(&x).narrow(Axis::<0>, 1, 5));
        } else {
            assert_eq!(found.re(), real(&x), "{n}");
        }
    }
    let names = ["exp_m1", "ln_1p", "sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh"];
    for (name, function, _) in FUNCTIONS.iter().filter(|row| names.contains(&row.0)) {
        let zero = function(&tensor![C::new(-0.0, 0.0)])[[0]];
        assert!(
            zero == C::ZERO && zero.re.is_sign_negative() && zero.im.is_sign_positive(),
            "{name}: {zero}"
        );
    }
}

/// The sign of a zero says on which side of a cut a number is.
#[test]
fn branch_cuts_have_two_sides() {
    let above = |x: f64, y: f64| tensor![C::new(x, y)];
    let item = |z: ComplexVector| z[[0]];
    let root = 2.0_f64.sqrt();
    assert_eq!(item(above(-2.0, 0.0).sqrt()), C::new(0.0, root));
    assert_eq!(item(above(-2.0, -0.0).sqrt()), C::new(0.0, -root));
    assert_eq!(item(above(-2.0, 0.0).ln()).im, 2.0 * FRAC_PI_2);
    assert_eq!(item(above(-2.0, -0.0).ln()).im, -2.0 * FRAC_PI_2);
    let acosh = 2.0_f64.acosh();
    let close = |a: C, re: f64, im: f64| (a - C::new(re, im)).norm() < 1e-15;
    let half = FRAC_PI_2;
    assert!(close(item(above(2.0, 0.0).asin()), half, acosh));
    assert!(close(item(above(2.0, -0.0).asin()), half, -acosh));
    assert!(close(item(above(2.0, 0.0).acos()), 0.0, -acosh));
    assert!(close(item(above(-2.0, -0.0).acos()), 2.0 * half, acosh));
    let atanh = 0.5_f64.atanh();
    assert!(close(item(above(2.0, 0.0).atanh()), atanh, half));
    assert!(close(item(above(2.0, -0.0).atanh()), atanh, -half));
    assert!(close(item(above(0.0, 2.0).atan()), half, atanh));
    assert!(close(item(above(-0.0, 2.0).atan()), -half, atanh));
}

/// `f32` is computed in `f64` and rounded; any stride pattern works.
#[test]
fn narrow_and_disguised_elements_have_the_same_results() {
    let z = tensor![[C::new(0.5, -1.0), C::new(2.0, 3.0)], [C::new(-1.5, 0.25), C::new(0.0, 1.0)]];
    let narrow = z.map(|z| Complex::new(z.re as f32, z.im as f32));
    let expected = z.acos().map(|z| Complex::new(z.re as f32, z.im as f32));
    for (name, narrow) in disguises(&narrow) {
        assert_eq!(narrow.acos(), expected, "{name}");
    }
    // The square root of 2 ^ 127 (1 + i), whose size is no `f32`.
    let root = tensor![Complex::new(1.7014118e38_f32, 1.7014118e38)].sqrt()[[0]];
    assert_eq!(root.re, 1.4331036e19);
    for (name, z) in disguises(&z) {
        assert_eq!(
            z.abs(),
            tensor![[1.25_f64.sqrt(), 13.0_f64.sqrt()], [2.3125_f64.sqrt(), 1.0]],
            "{name}"
        );
        assert_eq!(z.powf(&z).row(1)[[1]], tensor![C::i()].powf(C::i())[[0]]);
    }
    let empty = Tensor::<Complex<f32>, 2>::zeros([0, 3]);
    assert_eq!((empty.exp().shape(), empty.abs().shape()), ([0, 3], [0, 3]));
    assert_eq!(Tensor::scalar(C::new(3.0, -4.0)).abs().item(), 5.0);
}

/// Numbers of common sizes have a short formula, unless a block has others too.
#[test]
fn results_do_not_depend_on_the_numbers_beside_them() {
    let part = |i: i32, step: f64| (f64::from(i) * step).sin() * 9.0;
    let common: Vec<C> = (1..2501).map(|i| C::new(part(i, 0.7), part(i, 1.3))).collect();
    let with = |other: C| {
        let mut all = common.clone();
        (all[7], all[1500]) = (other, other);
        vector(all)
    };
    let narrow = |z: ComplexVector| z.map(|z| Complex::new(z.re as f32, z.im as f32));
    for (name, function, _) in FUNCTIONS {
        let expected = function(&with(C::ONE));
        for (n, part) in expected.iter().enumerate() {
            assert!(!part.is_nan(), "{name} of {}", common[n]);
        }
        for other in [C::new(f64::NAN, 1.0), C::new(800.0, -1e7), C::new(-0.0, 0.0)] {
            let found = function(&with(other));
            for n in (0..2500).filter(|n| ![7, 1500].contains(n)) {
                assert_eq!(found[[n]], expected[[n]], "{name} of {}", common[n]);
            }
            assert_eq!(found[[7]].to_string(), function(&tensor![other])[[0]].to_string());
        }
    }
    let (near, far) = (narrow(with(C::ONE)), narrow(with(C::new(f64::NAN, 1.0))));
    let rounded = narrow(near.map(|z| C::new(z.re.into(), z.im.into())).sinh());
    assert_eq!(near.sinh(), rounded);
    assert_eq!(far.sinh().narrow(Axis::<0>, 8, 1400), rounded.narrow(Axis::<0>, 8, 1400));
}

#[test]
fn absolute_values_neither_overflow_nor_lose_digits() {
    // The reference is the C library's `hypot`, which is within 1 ulp.
    let of_all_sizes: Vec<f64> = (0..600_u64)
        .map(|i| f64::from_bits(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0x7fff_ffff_ffff_ffff))
        .chain([0.0, 5e-324, f64::MIN_POSITIVE, 1e-150, 1e150, f64::MAX, f64::INFINITY, f64::NAN])
        .collect();
    let parts = || of_all_sizes.iter().flat_map(|&x| of_all_sizes.iter().map(move |&y| (x, y)));
    let near = (0..90_000).map(|i| (1.0 + f64::from(i) / 7e3, 3.0 - f64::from(i) / 4e4));
    let (mut worst, mut narrow_worst) = (0.0_f64, 0.0_f64);
    let all: Vec<(f64, f64)> = parts().chain(near).collect();
    let z = vector(all.iter().map(|&(x, y)| C::new(-x, y)).collect());
    for (&(x, y), found) in all.iter().zip(&z.abs()) {
        let value = x.hypot(y);
        assert!(found.is_nan() == value.is_nan(), "{x:e} {y:e}");
        worst = worst.max(if value.is_nan() { 0.0 } else { ulps(*found, value) });
    }
    assert!(worst <= 2.0, "{worst}");
    let z = z.map(|z| Complex::new(z.re as f32, z.im as f32));
    for (z, &found) in z.iter().zip(&z.abs()) {
        let value = f64::from(z.re).hypot(z.im.into()) as f32;
        assert!(found.is_nan() == value.is_nan(), "{z}");
        let off = found.to_bits().abs_diff(value.to_bits());
        narrow_worst = narrow_worst.max(if value.is_nan() { 0.0 } else { f64::from(off) });
    }
    assert!(narrow_worst <= 1.0, "{narrow_worst}");
}

#[test]
fn parts_decide_what_a_number_is() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let z = tensor![C::new(1.0, nan), C::new(-inf, nan), C::new(0.0, inf), C::new(1.0, 2.0)];
    assert_eq!(z.is_nan(), tensor![true, true, false, false]);
    assert_eq!(z.is_inf(), tensor![false, true, true, false]);
    assert_eq!(z.is_finite(), tensor![false, false, false, true]);
    let abs = tensor![C::new(-inf, nan), C::new(3e300, 4e300), C::new(3e-310, 4e-310)].abs();
    assert_eq!(abs, tensor![inf, 5e300, 5e-310]);
    let directions = tensor![C::new(inf, 1.0), C::new(0.0, -inf), C::new(3e300, 4e300)].sign();
    assert_eq!(directions, tensor![C::new(1.0, 0.0), C::new(0.0, -1.0), C::new(0.6, 0.8)]);
    assert_eq!(tensor![C::new(nan, 1.0)].sign().is_nan(), tensor![true]);
    let inverse = tensor![C::new(inf, -1.0), C::new(1e-200, 0.0), C::new(0.0, 8e-309)].recip();
    assert_eq!(inverse, tensor![C::ZERO, C::new(1e200, 0.0), C::new(0.0, -1.25e308)]);
}

/// What a search beside numpy found: the real axis beyond -1, and a subnormal part that becomes a large one.
#[test]
fn parts_that_were_lost() {
    let of = |re, im| tensor![Complex::new(re, im)];
    for x in [-1.1, -1.4, -1.6, -1.7, -2.0, -2.5, -2.9, -3.5] {
        let found = of(x, 0.0).ln_1p()[[0]];
        let want = f64::abs(1.0 + x).ln();
        assert!(
            (found.re - want).abs() <= 1e-15 && found.im == std::f64::consts::PI,
            "{x}: {found}"
        );
    }
    // 5e-324 e^800 / 2, 1.5e-323 e^720 / 2 (mpmath).
    let d = f64::from_bits(1);
    let near =
        |found: f64, want: f64| assert!((found / want - 1.0).abs() < 1e-12, "{found} {want}");
    let e = |x: f64| (x - 1074.0 * std::f64::consts::LN_2).exp() * 0.5;
    near(of(800.0, d).sinh()[[0]].im, e(800.0));
    near(of(-800.0, d).cosh()[[0]].im, -e(800.0));
    near(of(d, 800.0).cos()[[0]].im, -e(800.0));
    near(of(720.0, 3.0 * d).sinh()[[0]].im, 3.0 * e(720.0));
    assert_eq!(of(1e300, d).sinh()[[0]], Complex::new(f64::INFINITY, f64::INFINITY));
}
