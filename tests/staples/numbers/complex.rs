//! Functions of complex numbers: their error against mpmath, symmetries, branch cuts, narrow types.

use crate::disguise::disguises;
use holor::num_complex::Complex;
use holor::prelude::*;

type C = Complex<f64>;
type ComplexVector = Tensor<C, 1>;
type Function = fn(&TensorRef<C, 1>) -> ComplexVector;

/// A function with the bounds of the errors of the real and the imaginary part, in units of the last
/// place: those that `docs/accuracy.md` has.
const FUNCTIONS: [(&str, Function, f64); 21] = [
    ("exp", |z| z.exp(), 3.0),
    ("exp_m1", |z| z.exp_m1(), 3.0),
    ("ln", |z| z.ln(), 3.0),
    ("ln_1p", |z| z.ln_1p(), 3.0),
    ("log2", |z| z.log2(), 3.0),
    ("log10", |z| z.log10(), 3.0),
    ("sqrt", |z| z.sqrt(), 3.0),
    ("recip", |z| z.recip(), 3.0),
    ("sign", |z| z.sign(), 3.0),
    ("sin", |z| z.sin(), 3.0),
    ("cos", |z| z.cos(), 3.0),
    ("tan", |z| z.tan(), 3.0),
    ("sinh", |z| z.sinh(), 3.0),
    ("cosh", |z| z.cosh(), 3.0),
    ("tanh", |z| z.tanh(), 3.0),
    ("asin", |z| z.asin(), 3.0),
    ("acos", |z| z.acos(), 3.0),
    ("atan", |z| z.atan(), 3.0),
    ("asinh", |z| z.asinh(), 3.0),
    ("acosh", |z| z.acosh(), 3.0),
    ("atanh", |z| z.atanh(), 3.0),
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
        let line = format!("{name}: {:.1} ulp at {}, {:.1} ulp at {}\n", worst[0].0, worst[0].1, worst[1].0, worst[1].1);
        print!("{line}");
        if worst.iter().any(|worst| worst.0 > bound) {
            report.push_str(&line);
        }
    }
    assert!(report.is_empty(), "{report}");
}
