//! Special values of functions of floats, and arguments whose results are exact. More of them are in `math.rs`.

use super::math::{BOUNDS, same_bits, vector};
use holor::prelude::*;
use std::collections::HashMap;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn of_exponentials() {
    let d = 5e-324;
    // Neighbours of the least number whose result is infinite (mpmath).
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, d, -d, 1e-310, -1e-310, 1e300, -1e300]);
    let ends = |bits: u64| vector([0, 1].map(|i| f64::from_bits(bits + i)).to_vec());
    let want = [0.0, -0.0, INF, -1.0, NAN, d, -d, 1e-310, -1e-310, INF, -1.0];
    same_bits("exp_m1", &x.exp_m1().into_vec(), &want);
    let want = [0.0, -0.0, INF, -INF, NAN, d, -d, 1e-310, -1e-310, INF, -INF];
    same_bits("sinh", &x.sinh().into_vec(), &want);
    same_bits(
        "cosh",
        &x.cosh().into_vec(),
        &[1.0, 1.0, INF, INF, NAN, 1.0, 1.0, 1.0, 1.0, INF, INF],
    );
    for (name, got) in [
        ("exp_m1", ends(0x4086_2e42_fefa_39ef).exp_m1()),
        ("sinh", ends(0x4086_33ce_8fb9_f87d).sinh()),
        ("cosh", ends(0x4086_33ce_8fb9_f87d).cosh()),
    ] {
        assert!(got[[0]] > 1.797e308 && got[[0]] < INF && got[[1]] == INF, "{name}: {got}");
    }
    let ends = |bits: u32| Tensor::from([0, 1].map(|i| f32::from_bits(bits + i)).to_vec());
    for (name, got) in [
        ("exp_m1", ends(0x42b1_7217).exp_m1()),
        ("sinh", ends(0x42b2_d4fc).sinh()),
        ("cosh", ends(0x42b2_d4fc).cosh()),
    ] {
        let is_right = got[[0]] > 3.4e38 && got[[0]] < f32::INFINITY && got[[1]] == f32::INFINITY;
        assert!(is_right, "{name}: {got}");
    }
}

#[test]
fn of_logarithms() {
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, -1e-310, -1e300]);
    let want = [-INF, -INF, INF, NAN, NAN, 0.0, NAN, NAN, NAN];
    same_bits("log2", &x.log2().into_vec(), &want);
    same_bits("log10", &x.log10().into_vec(), &want);
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, -1.0, -1.0 - f64::EPSILON, 5e-324, -1e-310]);
    let want = [0.0, -0.0, INF, NAN, NAN, -INF, NAN, 5e-324, -1e-310];
    same_bits("ln_1p", &x.ln_1p().into_vec(), &want);

    // All powers of two, the subnormal ones too, and all of ten that are numbers of the type.
    let two = |n: i32| match n {
        -1074..-1022 => f64::from_bits(1 << (n + 1074)),
        _ => f64::from_bits(((n + 1023) as u64) << 52),
    };
    let n: Vec<i32> = (-1074..1024).collect();
    let x = vector(n.iter().map(|&n| two(n)).collect());
    assert_eq!(x.log2(), vector(n.iter().copied().map(f64::from).collect()));
    let n: Vec<i32> = (-149..128).collect();
    let x = vector(n.iter().map(|&n| two(n) as f32).collect());
    assert_eq!(x.log2(), vector(n.iter().map(|&n| n as f32).collect()));
    let x = vector((0..23).map(|n| format!("1e{n}").parse::<f64>().unwrap()).collect());
    assert_eq!(x.log10(), vector((0..23).map(f64::from).collect()));
    let x = vector((0..11).map(|n| format!("1e{n}").parse::<f32>().unwrap()).collect());
    assert_eq!(x.log10(), vector((0..11).map(|n| n as f32).collect()));
}

#[test]
fn of_cube_roots() {
    let power = |n: u64| f64::from_bits((1023 - n) << 52);
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, 27.0 / 64.0, 5e-324, -0.5 * f64::MIN_POSITIVE]);
    let want = [0.0, -0.0, INF, -INF, NAN, 0.75, power(358), -power(341)];
    same_bits("cbrt", &x.cbrt().into_vec(), &want);
    let roots = vector((-100_000..100_000).map(f64::from).collect());
    assert_eq!(roots.map(|x| x * x * x).cbrt(), roots);
    let roots = vector((-255..256).map(|k| k as f32).collect());
    assert_eq!(roots.map(|x| x * x * x).cbrt(), roots);
}

#[test]
fn of_lengths() {
    let parts = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 5e-324, -5e-324, 1e-310, f64::MAX, f64::MIN];
    let parts = vector(parts.to_vec());
    let lengths = parts.unsqueeze(Axis::<1>).hypot(&parts);
    for ([i, j], &got) in lengths.indexed_iter() {
        let (x, y) = (parts[[i]], parts[[j]]);
        // The C library's, which is right here.
        same_bits(&format!("the length of ({x:e}, {y:e})"), &[got], &[x.hypot(y)]);
    }
    let narrow = parts.cast::<f32>();
    let lengths = narrow.unsqueeze(Axis::<1>).hypot(&narrow);
    for ([i, j], &got) in lengths.indexed_iter() {
        let (x, y) = (narrow[[i]], narrow[[j]]);
        same_bits(&format!("the length of ({x:e}, {y:e})"), &[got.into()], &[x.hypot(y).into()]);
    }
    // Squares that overflow, squares that underflow, and the same in the other order.
    let x = vector(vec![3e200, 3e-200, 5e-324, 1e308]);
    let y = vector(vec![4e200, 4e-200, 5e-324, 1e308]);
    assert!(x.hypot(&y).all_close(
        vector(vec![5e200, 5e-200, 5e-324, 2_f64.sqrt() * 1e308]),
        1e-15,
        0.0
    ));
    assert_eq!(x.hypot(&y), y.hypot(&x));
    let (x, y) = (vector(vec![3e30_f32, 3e-38, 3e-45]), vector(vec![4e30_f32, 4e-38, 4e-45]));
    assert!(x.hypot(&y).all_close(vector(vec![5e30, 5e-38, 5.6e-45]), 1e-6, 0.0));
}

#[test]
fn angles_have_the_special_values_of_c() {
    let parts = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 5e-324, -5e-324, f64::MAX, f64::MIN];
    let parts = vector(parts.to_vec());
    let angles = parts.unsqueeze(Axis::<1>).atan2(&parts);
    for ([i, j], &got) in angles.indexed_iter() {
        let (y, x) = (parts[[i]], parts[[j]]);
        // The C library's, which is right here.
        same_bits(&format!("the angle of ({x:e}, {y:e})"), &[got], &[y.atan2(x)]);
    }
    let narrow = parts.cast::<f32>();
    let angles = narrow.unsqueeze(Axis::<1>).atan2(&narrow);
    for ([i, j], &got) in angles.indexed_iter() {
        let (y, x) = (narrow[[i]], narrow[[j]]);
        same_bits(&format!("the angle of ({x:e}, {y:e})"), &[got.into()], &[y.atan2(x).into()]);
    }
}

/// Elements of a block that are all in range are calculated in another way, and a block out of range again.
#[test]
fn results_do_not_depend_on_other_elements() {
    let far = [f64::NAN, f64::INFINITY, -3.0e5, 0.0, -0.0, 1e30, -1e30, 1e-310, 1e7];
    // Blocks of 1024, of which those with an odd number have one element out of range, or several follow each other.
    let has_far = |block: usize| block % 2 == 1 || block / 8 == 1;
    let number = |i: usize| match (i / 1024, i % 1024) {
        (block, place) if has_far(block) && place == block * 331 % 1024 => far[block % far.len()],
        (_, place) => 0.3 + (place % 97) as f64 * 0.007,
    };
    let x = Tensor::from_fn([40 * 1024 + 100], |[i]| number(i));
    let alone: Vec<_> = far.iter().copied().chain((0..97).map(number)).collect();
    for (name, f, _, g, _) in BOUNDS {
        let in_f32 = |x: &TensorRef<f64, 1>| f(&x.cast()).cast::<f64>();
        for (what, f) in [("f32", &in_f32 as &dyn Fn(&TensorRef<f64, 1>) -> _), ("f64", &g)] {
            let results: HashMap<_, _> =
                alone.iter().map(|&x| (x.to_bits(), f(&vector(vec![x]))[[0]])).collect();
            let want: Vec<f64> = x.iter().map(|x| results[&x.to_bits()]).collect();
            same_bits(&format!("{name} of {what}"), &f(&x).into_vec(), &want);
        }
    }
}

/// As above, of all exponents for which `sinh` and `cosh` have a short formula.
#[test]
fn exponentials_do_not_depend_on_other_elements() {
    macro_rules! compare {
        ($($T:ty: $far:expr;)+) => { $(
            let n = 40 * 1024;
            let x = Tensor::<$T, 1>::linspace(-$far, $far, n);
            let functions: [(&str, fn(&TensorRef<$T, 1>) -> Tensor<$T, 1>); 3] =
                [("exp", |x| x.exp()), ("sinh", |x| x.sinh()), ("cosh", |x| x.cosh())];
            for (name, f) in functions {
                let want = f(&x);
                let mut far = x.clone();
                for block in 0..n / 1024 {
                    far[[block * 1024 + 5]] = <$T>::INFINITY;
                }
                for (i, (got, want)) in f(&far).iter().zip(&want).enumerate() {
                    assert!(i % 1024 == 5 || got == want, "{name} of {}: {got} and {want}", x[[i]]);
                }
            }
        )+ };
    }
    compare! { f32: 86.0; f64: 707.0; }
}

/// As above, of pairs: all numbers of a block are near, or one is not.
#[test]
fn results_of_pairs_do_not_depend_on_other_elements() {
    type Pairs<'a, T> = (&'a TensorRef<T, 1>, &'a TensorRef<T, 1>);
    macro_rules! compare {
        ($($T:ty)+) => { $(
            let functions: [(&str, fn(Pairs<'_, $T>) -> Tensor<$T, 1>); 7] = [
                ("powf", |(x, y)| x.powf(y)),
                ("powf of one exponent", |(x, y)| x.powf(y[[0]])),
                ("remainder", |(x, y)| x.remainder(y)),
                ("floor_divide", |(x, y)| x.floor_divide(y)),
                ("%", |(x, y)| x % y),
                ("atan2", |(x, y)| x.atan2(y)),
                ("hypot", |(x, y)| x.hypot(y)),
            ];
            let far: [[$T; 2]; 10] = [
                [0.0, 1.5], [-2.0, 3.0], [<$T>::NAN, 1.0], [3.0, <$T>::INFINITY], [<$T>::MIN_POSITIVE / 8.0, 0.5],
                [1.5, 1.0], [2.0, -1e30], [1e30, 1e30], [1e30, 1e-30], [1.5, 0.0],
            ];
            // The exponents of powers are spread over all that are normal numbers.
            let steps = <$T>::MAX.log2() as usize * 2 - 8;
            let near = |i: usize| -> [$T; 2] {
                let x = (0.1 + (i % 89) as $T * 0.0131) * (2.0 as $T).powi((i % 23) as i32 * 5 - 57);
                let power = (i * 37 % steps) as $T - steps as $T / 2.0;
                [x, power * (1.0 - (i % 7) as $T * 1e-3) / x.log2().abs().max(0.01)]
            };
            let is_far = |i: usize| {
                let (block, place) = (i / 1024, i % 1024);
                (block % 2 == 1 || (10..30).contains(&block)) && place == block * 331 % 1024
            };
            let n = 50 * 1024 + 100;
            let mixed = |i: usize| if is_far(i) { far[i / 1024 % far.len()] } else { near(i) };
            let all_near = [0, 1].map(|k| Tensor::from_fn([n], |[i]| near(i)[k]));
            let some_far = [0, 1].map(|k| Tensor::from_fn([n], |[i]| mixed(i)[k]));
            for (name, f) in functions {
                let mut want = f((&all_near[0], &all_near[1]));
                for i in (0..n).filter(|&i| is_far(i)) {
                    let [x, mut y] = mixed(i);
                    if name.ends_with("one exponent") {
                        y = near(0)[1];
                    }
                    want[[i]] = f((&vector(vec![x]), &vector(vec![y])))[[0]];
                }
                let got = f((&some_far[0], &some_far[1]));
                same_bits(name, &got.cast::<f64>().into_vec(), &want.cast::<f64>().into_vec());
            }
        )+ };
    }
    compare!(f32 f64);
}
