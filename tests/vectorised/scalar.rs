//! Functions of one number, `holor::math`: the results of the methods, bit for bit, wherever they are called.

use holor::math;
use holor::prelude::*;

/// Numbers of all exponents and signs, and many of those that functions change most.
fn numbers() -> Tensor<f32, 1> {
    let all = (0..=u32::MAX).step_by(1_000_003).map(f32::from_bits);
    let near = (0..8000).map(|i| i as f32 / 400.0 - 10.0);
    let elements: Vec<f32> = all.chain(near).collect();
    let len = elements.len();
    Tensor::from_vec(elements, [len]).unwrap()
}

macro_rules! compare {
    ($T:ident: $($name:ident)+) => { $({
        let name = concat!(stringify!($name), " of ", stringify!($T));
        let x = numbers().cast::<$T>();
        let want = x.$name();
        let same = |case: &str, got: &TensorRef<$T, 1>, want: &TensorRef<$T, 1>| {
            assert_eq!(got.shape(), want.shape());
            for ((x, got), want) in x.iter().zip(got).zip(want) {
                let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
                assert!(same, "{name}, {case}, of {x:e}: {got:e}, not {want:e}");
            }
        };
        same("map", &x.map(|&x| math::$name(x)), &want);
        let mut y = x.clone();
        y.map_inplace(|x| *x = math::$name(*x));
        same("in place", &y, &want);
        same("zip", &zip((&x, &want)).map(|&x, _| math::$name(x)), &want);
        // A few elements, and strides: loops that are not vectorised.
        let (few, few_want) = (x.narrow(Axis::<0>, 0, 9), want.narrow(Axis::<0>, 0, 9));
        same("few", &few.map(|&x| math::$name(x)), &few_want);
        let (stepped, stepped_want) = (x.slice(s![..;3]), want.slice(s![..;3]));
        let mut got = Tensor::<$T, 1>::zeros(stepped.shape());
        zip((&mut got, stepped)).for_each(|got, &x| *got = math::$name(x));
        for (got, want) in got.iter().zip(&stepped_want) {
            assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{name}, stepped");
        }
        #[cfg(feature = "rayon")]
        same("on threads", &x.par_map(|&x| math::$name(x)), &want);
        // No tensor at all.
        let alone: Vec<$T> = x.iter().map(|&x| math::$name(x)).collect();
        same("alone", &Tensor::from_vec(alone, x.shape()).unwrap(), &want);
    })+ };
}

#[test]
fn functions_of_a_number_are_the_methods() {
    compare!(f32: exp exp2 exp_m1 ln ln_1p log2 log10 cbrt sinh cosh tanh sigmoid silu erf gelu);
    compare!(f32: sin cos tan asin acos atan asinh acosh atanh);
    compare!(f64: exp exp2 exp_m1 ln ln_1p log2 log10 cbrt sinh cosh tanh sigmoid silu erf gelu);
    compare!(f64: sin cos tan asin acos atan asinh acosh atanh);
}

/// In blocks of numbers that are not large, `exp`, `sinh` and `cosh` take another formula. Both round the power to the same
/// integer, also where it is half way between two.
#[test]
fn powers_half_way_between_two_are_the_same_in_blocks() {
    let ln_2 = std::f32::consts::LN_2;
    let x = Tensor::from_fn([100, 2, 41], |[k, sign, step]| {
        let half_way = f32::to_bits((k as f32 + 0.5) * ln_2);
        f32::from_bits(half_way - 20 + step as u32) * (1.0 - 2.0 * sign as f32)
    });
    assert_eq!(x.map(|&x| math::exp(x)), x.exp());
    assert_eq!(x.map(|&x| math::sinh(x)), x.sinh());
    assert_eq!(x.map(|&x| math::cosh(x)), x.cosh());
    let x = Tensor::from_fn([1000, 2, 41], |[k, sign, step]| {
        let half_way = f64::to_bits((k as f64 + 0.5) * std::f64::consts::LN_2);
        f64::from_bits(half_way - 20 + step as u64) * (1.0 - 2.0 * sign as f64)
    });
    assert_eq!(x.map(|&x| math::exp(x)), x.exp());
    assert_eq!(x.map(|&x| math::sinh(x)), x.sinh());
    assert_eq!(x.map(|&x| math::cosh(x)), x.cosh());
}

#[test]
fn powers_of_a_number_are_the_method() {
    let x = numbers();
    let y = x.slice(s![..;-1]);
    let same = |got: Tensor<f64, 1>, want: Tensor<f64, 1>| {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        assert!(got.iter().zip(&want).all(same));
    };
    for (x, y) in [(&*x, &*y), (&*x, &*(&y * 1e-30)), (&*x.abs(), &*(&y * 1e-37))] {
        same(zip((x, y)).map(|&x, &y| math::pow(x, y)).cast(), x.powf(y).cast());
        let (x, y) = (x.cast::<f64>(), y.cast::<f64>());
        same(zip((&x, &y)).map(|&x, &y| math::pow(x, y)), x.powf(&y));
    }
    same(x.map(|&x| math::pow(x, 0.7)).cast(), x.powf(0.7).cast());
    same(x.map(|&x| math::pow(x, -2.0)).cast(), x.powf(-2.0).cast());
    // In blocks of positive normal numbers the exponent is taken off in `f32`: about sqrt(1/2) it changes.
    let x = Tensor::from_fn([3000], |[i]| f32::from_bits(0x3f35_04f3 - 1500 + i as u32));
    let y = Tensor::from_fn([3000], |[i]| (i % 17) as f32 - 8.3);
    same(zip((&x, &y)).map(|&x, &y| math::pow(x, y)).cast(), x.powf(&y).cast());
}

#[test]
fn lengths_of_numbers_are_the_method() {
    let x = numbers();
    let y = x.slice(s![..;-1]);
    let same = |got: Tensor<f64, 1>, want: Tensor<f64, 1>| {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        assert!(got.iter().zip(&want).all(same));
    };
    for y in [&*y, &*(&*x * 0.7), &*(&y * 1e-30)] {
        same(zip((&x, y)).map(|&x, &y| math::hypot(x, y)).cast(), x.hypot(y).cast());
        let (x, y) = (x.cast::<f64>(), y.cast::<f64>());
        same(zip((&x, &y)).map(|&x, &y| math::hypot(x, y)), x.hypot(&y));
    }
    same(x.map(|&x| math::hypot(x, 0.7)).cast(), x.hypot(0.7).cast());
}

#[test]
fn an_lstm_cell_in_one_zip_is_the_chain_of_methods() {
    let gates: [Tensor<f32, 2>; 5] = [1, 2, 3, 4, 5]
        .map(|k| Tensor::from_fn([40, 33], |[i, j]| ((i * 33 + j) * k % 97) as f32 / 9.0 - 5.0));
    let [i, f, g, o, c] = &gates;
    let next = f.sigmoid() * c + i.sigmoid() * g.tanh();
    let hidden = o.sigmoid() * next.tanh();
    let (mut got_c, mut got_h) = (c.clone(), c.clone());
    zip((i, f, g, o, &mut got_c, &mut got_h)).for_each(|&i, &f, &g, &o, c, h| {
        *c = math::sigmoid(f) * *c + math::sigmoid(i) * math::tanh(g);
        *h = math::sigmoid(o) * math::tanh(*c);
    });
    assert_eq!(got_c, next);
    assert_eq!(got_h, hidden);
}

/// A function of the user's for every float.
fn softplus<T: math::MathFloat + core::ops::Add<Output = T>>(x: T, one: T) -> T {
    math::ln(one + math::exp(x))
}

#[test]
fn functions_are_generic() {
    assert!((softplus(0.0_f64, 1.0) - 2.0_f64.ln()).abs() < 1e-15);
    assert!((softplus(0.0_f32, 1.0) - 2.0_f32.ln()).abs() < 1e-6);
}
