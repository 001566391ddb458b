//! Functions of real numbers: numpy, disguises, types, and the errors.

use crate::disguise::disguises;
use crate::fixtures::{Case, Data, load};
use holor::ShapeError;
use holor::num_complex::Complex;
use holor::prelude::*;

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.f64s(), data.shape()).unwrap()
}

fn integers<const R: usize>(data: &Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

fn assert_same<const R: usize>(case: &Case, name: &str, found: &Tensor<f64, R>) {
    let expected: Tensor<f64, R> = floats(&case.outputs[0]);
    assert_eq!(found.shape(), expected.shape(), "{case}");
    for (found, expected) in found.iter().zip(&expected) {
        let tolerance = if case.name == "logaddexp" { 1e-15 * expected.abs() } else { 0.0 };
        let is_same = found.is_nan() && expected.is_nan()
            || found == expected && found.is_sign_negative() == expected.is_sign_negative()
            || (found - expected).abs() <= tolerance && tolerance > 0.0;
        assert!(is_same, "{case}, {name}: {found:e}, expected {expected:e}");
    }
}

/// Two operands that broadcast, each in every disguise.
fn check_pair(
    case: &Case,
    of_floats: fn(&TensorRef<f64, 2>, &TensorRef<f64, 2>) -> Tensor<f64, 2>,
    of_integers: fn(&TensorRef<i64, 2>, &TensorRef<i64, 2>) -> Tensor<i64, 2>,
) {
    if case.inputs[0].dtype == "i64" {
        let second = &case.inputs[1];
        let [a, b] = [
            integers::<2>(&case.inputs[0]),
            Tensor::from_vec(second.ints(), [1, second.values.len()]).unwrap(),
        ];
        for (name, a) in disguises(&a) {
            assert_eq!(of_integers(&a, &b), integers(&case.outputs[0]), "{case}, {name}");
        }
        for (name, b) in disguises(&b) {
            assert_eq!(of_integers(&a, &b), integers(&case.outputs[0]), "{case}, {name}");
        }
        return;
    }
    let [a, b] = [floats::<2>(&case.inputs[0]), floats::<2>(&case.inputs[1])];
    for (name, a) in disguises(&a) {
        assert_same(case, name, &of_floats(&a, &b));
    }
    for (name, b) in disguises(&b) {
        assert_same(case, name, &of_floats(&a, &b));
    }
}

#[test]
fn functions_are_those_of_numpy() {
    let nothing = |_: &TensorRef<i64, 2>, _: &TensorRef<i64, 2>| unreachable!();
    let none = |_: &TensorRef<f64, 2>, _: &TensorRef<f64, 2>| unreachable!();
    for case in load("numbers") {
        let unary = |f: fn(&TensorRef<f64, 1>) -> Tensor<f64, 1>| {
            for (name, x) in disguises(&floats::<1>(&case.inputs[0])) {
                assert_same(&case, name, &f(&x));
            }
        };
        match case.name.as_str() {
            "floor_divide" => check_pair(&case, |a, b| a.floor_divide(b), |a, b| a.floor_divide(b)),
            "remainder" => check_pair(&case, |a, b| a.remainder(b), |a, b| a.remainder(b)),
            "copysign" => check_pair(&case, |a, b| a.copysign(b), nothing),
            "nextafter" => check_pair(&case, |a, b| a.nextafter(b), nothing),
            "logaddexp" => check_pair(&case, |a, b| a.logaddexp(b), nothing),
            "sign" => unary(|x| x.sign()),
            "round_ties_even" => unary(|x| x.round_ties_even()),
            "square" => unary(|x| x.square()),
            "clamp" => {
                let [low, high] = [floats::<1>(&case.inputs[1]), floats::<1>(&case.inputs[2])];
                for (name, x) in disguises(&floats::<2>(&case.inputs[0])) {
                    assert_same(&case, name, &x.clamp(&low, &high));
                    assert_same(&case, name, &x.clamp(low.clone(), high.view()));
                }
            }
            "pow" => check_pair(&case, none, |a, n| a.pow(&n.cast::<u32>())),
            "shl" => check_pair(&case, none, |a, b| a << b),
            "shr" => check_pair(&case, none, |a, b| a >> b),
            name => panic!("no function {name}"),
        }
    }
}

#[test]
fn limits_are_tensors_or_scalars() {
    let x = tensor![[-3.0, 0.5], [2.0, f64::NAN]];
    let both = x.clamp(-1.0, 1.0);
    assert_eq!(both.narrow(Axis::<0>, 0, 1), tensor![[-1.0, 0.5]]);
    assert!(both[[1, 0]] == 1.0 && both[[1, 1]].is_nan());
    let first = |t: &TensorRef<f64, 2>| t.row(0).to_owned();
    assert_eq!(first(&x.clamp(tensor![0.0, 1.0], 3.0)), tensor![0.0, 1.0]);
    assert_eq!(first(&x.clamp(-9.0, tensor![[-4.0], [0.0]])), tensor![-4.0, -4.0]);
    // Limits of a higher rank, and one that is above the other.
    assert_eq!(tensor![5, 1].clamp(tensor![[2, 2], [7, 0]], 6), tensor![[5, 2], [6, 1]]);
    assert_eq!(tensor![5].clamp(9, 2), tensor![2]);
    let words = tensor!["b".to_string(), "x".to_string()];
    let limited = words.clamp("c".to_string(), tensor!["z".to_string(), "p".to_string()]);
    assert_eq!(limited, tensor!["c".to_string(), "p".to_string()]);
    assert_eq!(Tensor::<f32, 2>::zeros([0, 2]).clamp(tensor![1.0, 2.0], 3.0).shape(), [0, 2]);
}

#[test]
fn signs_of_every_kind() {
    assert_eq!(tensor![i32::MIN + 1, 0, 5].sign(), tensor![-1, 0, 1]);
    assert_eq!(tensor![-0.0_f32, f32::MIN_POSITIVE].sign(), tensor![0.0, 1.0]);
    assert_eq!(tensor![-0.0_f32].sign().signbit(), tensor![false]);
    assert_eq!(tensor![-f32::NAN, -0.0, 1.0].signbit(), tensor![true, true, false]);
    assert_eq!(tensor![1.0_f32].copysign(-f32::NAN), tensor![-1.0]);
    assert_eq!(tensor![-3_i8, 3].abs(), tensor![3, 3]);
    assert_eq!(tensor![Complex::new(0.0_f32, -2.0)].abs(), tensor![2.0]);
}

#[test]
fn neighbours_are_one_apart() {
    let x = tensor![0.0_f32, -0.0, 1.0, -1.0, f32::MAX, f32::INFINITY, -f32::from_bits(1)];
    assert_eq!(x.nextafter(f32::INFINITY), x.map(|x| x.next_up()));
    assert_eq!(x.nextafter(f32::NEG_INFINITY), x.map(|x| x.next_down()));
}

#[test]
fn integers_wrap_or_saturate() {
    let (a, b) = (tensor![[100_i8], [-100]], tensor![100_i8, -100, 2]);
    let wide = |f: fn(i32, i32) -> i32| {
        let results = zip((&a, &b)).map(|&a, &b| f(a.into(), b.into()));
        [results.cast::<i8>(), results.clamp(-128, 127).cast()]
    };
    for (a, name) in disguises(&a).into_iter().map(|(name, a)| (a, name)) {
        assert_eq!([a.wrapping_add(&b), a.saturating_add(&b)], wide(|a, b| a + b), "{name}");
        assert_eq!([a.wrapping_sub(&b), a.saturating_sub(&b)], wide(|a, b| a - b), "{name}");
        assert_eq!([a.wrapping_mul(&b), a.saturating_mul(&b)], wide(|a, b| a * b), "{name}");
    }
    assert_eq!(tensor![200_u8].wrapping_add(100), tensor![44]);
    assert_eq!(tensor![7_u8, 8].floor_divide(3), tensor![2, 2]);
    assert_eq!(tensor![7_u8, 8].remainder(3), tensor![1, 2]);
    assert_eq!(tensor![i64::MIN].floor_divide(3), tensor![-3_074_457_345_618_258_603]);
}

#[test]
fn shifts_are_operators_in_every_form() {
    let (x, n) = (tensor![1_u32, 2, 3], tensor![4_u32, 0, 1]);
    assert_eq!(&x << 2, tensor![4, 8, 12]);
    assert_eq!(&x << &n, tensor![16, 2, 6]);
    assert_eq!(x.clone() >> 1, tensor![0, 1, 1]);
    assert_eq!(1_u32 << &n, tensor![16, 1, 2]);
    assert_eq!(x.view() << n.view(), tensor![16, 2, 6]);
    let mut y = tensor![[1_u32, 2, 3], [4, 5, 6]];
    y <<= &n;
    assert_eq!(y, tensor![[16, 2, 6], [64, 5, 12]]);
    y >>= 1;
    assert_eq!(y, tensor![[8, 1, 3], [32, 2, 6]]);
}

#[test]
fn casts_of_masks_are_numbers() {
    let mask = tensor![[true, false], [true, true]];
    assert_eq!(mask.cast::<f64>(), tensor![[1.0, 0.0], [1.0, 1.0]]);
    assert_eq!(mask.cast::<f32>().sum(All).item(), 3.0);
    assert_eq!(mask.cast::<u8>() + mask.cast::<u8>(), tensor![[2, 0], [2, 2]]);
    assert_eq!(mask.sum_as::<f32, _, _>(Axis::<0>), tensor![2.0, 1.0]);
    assert_eq!(mask.mean_as::<f64, _, _>(Last), tensor![0.5, 1.0]);
    assert_eq!(mask.cast::<bool>(), mask);
    for (name, mask) in disguises(&mask) {
        let share: Tensor<f32, 2> = mask.mean_as(Keep(All));
        assert_eq!(share, tensor![[0.75]], "{name}");
    }
    let empty = Tensor::<bool, 2>::full([0, 2], true);
    assert!(empty.mean_as::<f64, _, _>(Axis::<0>).iter().all(|mean| mean.is_nan()));
    assert_eq!(tensor![u8::MAX, 1].mean_as::<f32, _, _>(All).item(), 128.0);
    assert_eq!(
        (tensor!['a', 'b'].cast::<u32>(), tensor![97_u8].cast::<char>()),
        (tensor![97, 98], tensor!['a'])
    );
}

#[track_caller]
fn is_refused<T: std::fmt::Debug>(result: Result<T, ShapeError>, text: &str) {
    assert_eq!(result.unwrap_err().to_string(), text);
}

#[test]
fn exact_casts_refuse_what_changes() {
    let x = tensor![[1, 2], [-3, 300]];
    is_refused(
        x.cast_exact::<u8>(),
        "cast_exact: [2, 2]: element [1, 0] is -3, which u8 does not hold",
    );
    is_refused(
        x.cast_exact::<i8>(),
        "cast_exact: [2, 2]: element [1, 1] is 300, which i8 does not hold",
    );
    assert_eq!(x.cast_exact::<f32>(), Ok(tensor![[1.0, 2.0], [-3.0, 300.0]]));
    for (name, x) in disguises(&x) {
        assert_eq!(x.cast_exact::<i16>(), Ok(x.cast()), "{name}");
    }
    is_refused(
        tensor![0.5].cast_exact::<i64>(),
        "cast_exact: [1]: element [0] is 0.5, which i64 does not hold",
    );
    // As `as`, each of these comes back as it was.
    assert!(tensor![i64::MAX].cast_exact::<f64>().is_err());
    assert!(tensor![u64::MAX].cast_exact::<f32>().is_err());
    assert!(tensor![-1].cast_exact::<u32>().is_err());
    assert!(tensor![1e300].cast_exact::<f32>().is_err());
    assert!(tensor![f64::NAN].cast_exact::<i32>().is_err());
    assert!(tensor![f64::INFINITY].cast_exact::<i128>().is_err());
    assert_eq!(tensor![-0.0].cast_exact::<i32>(), Ok(tensor![0]));
    let special = tensor![f64::NAN, f64::NEG_INFINITY].cast_exact::<f32>().unwrap();
    assert!(special[[0]].is_nan() && special[[1]] == f32::NEG_INFINITY);
    assert_eq!(Tensor::<f64, 2>::zeros([0, 3]).cast_exact::<u8>().unwrap().shape(), [0, 3]);
    is_refused(
        Tensor::scalar(1.5).cast_exact::<u8>(),
        "cast_exact: []: element [] is 1.5, which u8 does not hold",
    );
}

#[track_caller]
fn panics_with(text: &str, f: impl FnOnce() + std::panic::UnwindSafe) {
    let message = std::panic::catch_unwind(f).expect_err("it panics");
    let message = message.downcast_ref::<String>().map(String::as_str);
    assert_eq!(message.expect("a text"), text);
}

#[test]
fn shapes_that_do_not_broadcast_are_named() {
    type Call = fn(&Tensor<f64, 1>, &Tensor<f64, 1>);
    let texts: [(&str, Call); 6] = [
        ("copysign", |a, b| drop(a.copysign(b))),
        ("nextafter", |a, b| drop(a.nextafter(b))),
        ("logaddexp", |a, b| drop(a.logaddexp(b))),
        ("floor_divide", |a, b| drop(a.floor_divide(b))),
        ("remainder", |a, b| drop(a.remainder(b))),
        ("clamp", |a, b| drop(a.clamp(b, 1.0))),
    ];
    for (name, f) in texts {
        let text = format!("{name}: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1");
        panics_with(&text, || f(&tensor![1.0, 2.0], &tensor![1.0, 2.0, 3.0]));
    }
    let (a, b) = (tensor![1_i32, 2], tensor![1_i32, 2, 3]);
    let rest = "[2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1";
    panics_with(&format!("wrapping_add: {rest}"), || drop(a.wrapping_add(&b)));
    panics_with(&format!("saturating_mul: {rest}"), || drop(a.saturating_mul(&b)));
    panics_with(&format!("shl: {rest}"), || drop(&a << &b));
    panics_with(&format!("pow: {rest}"), || drop(a.pow(&b.cast::<u32>())));
}
