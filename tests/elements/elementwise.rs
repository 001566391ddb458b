//! Operators, named functions, zip, comparisons: against numpy, an oracle, and over disguises.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use crate::oracle::Oracle;
use holor::prelude::*;
use holor::try_zip;
use num_complex::Complex;

/// Reads an operand at rank 5: axes of size 1 in front change nothing in a broadcast.
fn spread<T>(data: &Data, values: Vec<T>) -> Tensor<T, 5> {
    let mut shape = [1; 5];
    shape[5 - data.shape.len()..].copy_from_slice(&data.shape);
    Tensor::from_vec(values, shape).unwrap()
}

fn f64s(data: &Data) -> Tensor<f64, 5> {
    spread(data, data.f64s())
}

fn i64s(data: &Data) -> Tensor<i64, 5> {
    spread(data, data.ints())
}

fn bools(data: &Data) -> Tensor<bool, 5> {
    spread(data, data.bools())
}

fn complexes(data: &Data) -> Tensor<Complex<f64>, 5> {
    spread(data, data.pairs().into_iter().map(|(re, im)| Complex::new(re, im)).collect())
}

/// Compares floats bit by bit, except that a NaN is a NaN.
#[track_caller]
fn same_f64(case: &Case, found: Tensor<f64, 5>) {
    let expected = f64s(&case.outputs[0]);
    assert_eq!(found.shape(), expected.shape(), "{case}");
    for (a, b) in found.to_vec().into_iter().zip(expected.to_vec()) {
        assert!(a == b || (a.is_nan() && b.is_nan()), "{case}: {a} is not {b}");
    }
}

#[test]
fn numpy_agrees_on_two_operands() {
    let mut seen = 0;
    for case in fixtures::load("broadcast") {
        let [a, b] = &case.inputs[..] else { continue };
        seen += 1;
        let c = &case.outputs[0];
        match (a.dtype.as_str(), case.name.as_str()) {
            ("f64", "add") => same_f64(&case, f64s(a) + f64s(b)),
            ("f64", "sub") => same_f64(&case, &f64s(a) - f64s(b)),
            ("f64", "mul") => same_f64(&case, f64s(a) * &f64s(b)),
            ("f64", "div") => same_f64(&case, &f64s(a) / &f64s(b)),
            ("f64", "rem") => same_f64(&case, f64s(a) % f64s(b)),
            ("f64", "minimum") => same_f64(&case, f64s(a).minimum(f64s(b))),
            ("f64", "maximum") => same_f64(&case, f64s(a).maximum(f64s(b))),
            ("i64", "add") => assert_eq!(i64s(a) + i64s(b), i64s(c), "{case}"),
            ("i64", "sub") => assert_eq!(i64s(a) - i64s(b), i64s(c), "{case}"),
            ("i64", "mul") => assert_eq!(i64s(a) * i64s(b), i64s(c), "{case}"),
            ("i64", "div") => assert_eq!(i64s(a) / i64s(b), i64s(c), "{case}"),
            ("i64", "rem") => assert_eq!(i64s(a) % i64s(b), i64s(c), "{case}"),
            ("i64", "minimum") => assert_eq!(i64s(a).minimum(i64s(b)), i64s(c), "{case}"),
            ("i64", "maximum") => assert_eq!(i64s(a).maximum(i64s(b)), i64s(c), "{case}"),
            ("i64", "and") => assert_eq!(i64s(a) & i64s(b), i64s(c), "{case}"),
            ("i64", "or") => assert_eq!(i64s(a) | i64s(b), i64s(c), "{case}"),
            ("i64", "xor") => assert_eq!(i64s(a) ^ i64s(b), i64s(c), "{case}"),
            ("bool", "and") => assert_eq!(bools(a) & bools(b), bools(c), "{case}"),
            ("bool", "or") => assert_eq!(bools(a) | bools(b), bools(c), "{case}"),
            ("bool", "xor") => assert_eq!(bools(a) ^ bools(b), bools(c), "{case}"),
            ("c128", "add") => assert_eq!(complexes(a) + complexes(b), complexes(c), "{case}"),
            ("c128", "sub") => assert_eq!(complexes(a) - complexes(b), complexes(c), "{case}"),
            ("c128", "mul") => assert_eq!(complexes(a) * complexes(b), complexes(c), "{case}"),
            (dtype, "equal") => assert_eq!(compared(dtype, a, b, 0), bools(c), "{case}"),
            (dtype, "not_equal") => assert_eq!(compared(dtype, a, b, 1), bools(c), "{case}"),
            (dtype, "less") => assert_eq!(compared(dtype, a, b, 2), bools(c), "{case}"),
            (dtype, "less_equal") => assert_eq!(compared(dtype, a, b, 3), bools(c), "{case}"),
            (dtype, "greater") => assert_eq!(compared(dtype, a, b, 4), bools(c), "{case}"),
            (dtype, "greater_equal") => assert_eq!(compared(dtype, a, b, 5), bools(c), "{case}"),
            other => panic!("{case}: no test for {other:?}"),
        }
    }
    assert!(seen > 500, "{seen} cases");
}

fn compared(dtype: &str, a: &Data, b: &Data, which: usize) -> Tensor<bool, 5> {
    fn by<T: PartialOrd>(a: &Tensor<T, 5>, b: &Tensor<T, 5>, which: usize) -> Tensor<bool, 5> {
        match which {
            0 => a.equal(b),
            1 => a.not_equal(b),
            2 => a.less(b),
            3 => a.less_equal(b),
            4 => a.greater(b),
            _ => a.greater_equal(b),
        }
    }
    match dtype {
        "f64" => by(&f64s(a), &f64s(b), which),
        "bool" => by(&bools(a), &bools(b), which),
        _ => by(&i64s(a), &i64s(b), which),
    }
}

#[test]
fn numpy_agrees_on_one_and_three_operands() {
    let mut seen = 0;
    for case in fixtures::load("broadcast") {
        let (inputs, c) = (&case.inputs[..], case.outputs.first());
        match (case.name.as_str(), inputs, c) {
            ("neg", [a], Some(_)) if a.dtype == "f64" => same_f64(&case, -f64s(a)),
            ("neg", [a], Some(c)) if a.dtype == "i64" => assert_eq!(-&i64s(a), i64s(c), "{case}"),
            ("neg", [a], Some(c)) => assert_eq!(-complexes(a), complexes(c), "{case}"),
            ("not", [a], Some(c)) if a.dtype == "bool" => assert_eq!(!bools(a), bools(c), "{case}"),
            ("not", [a], Some(c)) => assert_eq!(!&i64s(a), i64s(c), "{case}"),
            ("clip", [x, low, high], Some(c)) if x.dtype == "f64" => {
                let (low, high) = (low.values[0], high.values[0]);
                let _ = c;
                same_f64(&case, f64s(x).clamp(low, high));
            }
            ("clip", [x, low, high], Some(c)) => {
                let clamped = i64s(x).clamp(low.ints()[0], high.ints()[0]);
                assert_eq!(clamped, i64s(c), "{case}");
            }
            ("where", [mask, a, b], Some(c)) => match a.dtype.as_str() {
                "f64" => same_f64(&case, bools(mask).where_cond(f64s(a), f64s(b))),
                "bool" => {
                    assert_eq!(bools(mask).where_cond(bools(a), bools(b)), bools(c), "{case}");
                }
                _ => assert_eq!(bools(mask).where_cond(i64s(a), i64s(b)), i64s(c), "{case}"),
            },
            _ => continue,
        }
        seen += 1;
    }
    assert!(seen >= 55, "{seen} cases");
}

/// The distance of two floats in steps of the last place.
fn ulps(a: f64, b: f64, single: bool) -> f64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let epsilon = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let smallest = if single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    (a - b).abs() / (b.abs().max(smallest) * epsilon)
}

#[test]
fn numpy_agrees_on_functions_of_floats() {
    fn apply<T: num_traits::Float + num_traits::Signed>(
        case: &Case,
        x: &Tensor<T, 1>,
        y: Option<&Tensor<T, 1>>,
    ) -> Option<Tensor<T, 1>> {
        Some(match (case.name.as_str(), y) {
            ("abs", None) => x.abs(),
            ("signum", None) => TensorRef::signum(x),
            ("acos", None) => x.acos(),
            ("asin", None) => x.asin(),
            ("atan", None) => x.atan(),
            ("cbrt", None) => x.cbrt(),
            ("ceil", None) => x.ceil(),
            ("cos", None) => x.cos(),
            ("cosh", None) => x.cosh(),
            ("exp", None) => x.exp(),
            ("exp2", None) => x.exp2(),
            ("exp_m1", None) => x.exp_m1(),
            ("floor", None) => x.floor(),
            ("ln", None) => x.ln(),
            ("ln_1p", None) => x.ln_1p(),
            ("log10", None) => x.log10(),
            ("log2", None) => x.log2(),
            ("recip", None) => x.recip(),
            ("round", None) => x.round(),
            ("sin", None) => x.sin(),
            ("sinh", None) => x.sinh(),
            ("sqrt", None) => x.sqrt(),
            ("tan", None) => x.tan(),
            ("tanh", None) => x.tanh(),
            ("trunc", None) => x.trunc(),
            ("powi", None) => x.powi(case.number("n")),
            ("powf", Some(y)) => x.powf(y),
            ("hypot", Some(y)) => x.hypot(y),
            ("atan2", Some(y)) => x.atan2(y),
            _ => return None,
        })
    }
    let mut seen = 0;
    for case in fixtures::load("math") {
        let single = case.inputs[0].dtype == "f32";
        let found: Vec<f64> = if single {
            let operands: Vec<Tensor<f32, 1>> =
                case.inputs.iter().map(|data| data.f32s().into()).collect();
            let Some(found) = apply(&case, &operands[0], operands.get(1)) else {
                panic!("{case}: no test")
            };
            found.to_vec().into_iter().map(f64::from).collect()
        } else {
            let operands: Vec<Tensor<f64, 1>> =
                case.inputs.iter().map(|data| data.f64s().into()).collect();
            let Some(found) = apply(&case, &operands[0], operands.get(1)) else {
                panic!("{case}: no test")
            };
            found.to_vec()
        };
        seen += 1;
        assert_eq!(found.len(), case.outputs[0].values.len(), "{case}");
        for (i, (&a, &b)) in found.iter().zip(&case.outputs[0].values).enumerate() {
            let x = case.inputs[0].values[i];
            assert!(ulps(a, b, single) <= 4.0, "{case} of {x}: {a} is not {b}");
            assert!(a.is_nan() || b != 0.0 || a == 0.0, "{case} of {x}: {a} is not zero");
        }
    }
    assert!(seen > 100, "{seen} cases");
}

#[test]
fn every_pair_of_disguises_adds_up() {
    let a = Tensor::from_fn([2, 3, 4], |[i, j, k]| (i * 100 + j * 10 + k) as i64);
    let b = Tensor::from_fn([3, 4], |[j, k]| (j * 7 + k * 1000) as i64);
    let column = Tensor::from_fn([3, 1], |[j, _]| (j * 3 + 1) as i64);
    let sum = Oracle::from_fn(&[2, 3, 4], |i| a[[i[0], i[1], i[2]]] + b[[i[1], i[2]]]);
    let product = Oracle::from_fn(&[2, 3, 4], |i| a[[i[0], i[1], i[2]]] * column[[i[1], 0]]);
    for (x, a) in disguises(&a) {
        for (y, b) in disguises(&b) {
            assert_eq!(Oracle::of(&(&a + &b)), sum, "{x} and {y}");
            assert_eq!(Oracle::of(&(&b + &a)), sum, "{y} and {x}");
            assert_eq!(Oracle::of(&(b.clone() + a.clone())), sum, "{y} and {x}, owned");
            let mut c = a.clone();
            c += &b;
            assert_eq!(Oracle::of(&c), sum, "{x} += {y}");
            let three = zip((&b, &a, &b)).map(|p, q, r| p + q - r + p);
            assert_eq!(Oracle::of(&three), sum, "zip of {y}, {x}, {y}");
            let mut c = a.clone();
            zip((c.view_mut(), &b)).for_each(|c, b| *c += b);
            assert_eq!(Oracle::of(&c), sum, "zip of {x} to change and {y}");
        }
        for (y, column) in disguises(&column) {
            assert_eq!(Oracle::of(&(&a * &column)), product, "{x} and {y}");
        }
        assert_eq!(Oracle::of(&a.map(|x| x * 2)).values, Oracle::of(&(&a + &a)).values, "{x}");
        assert_eq!(Oracle::of(&(2 * &a)), Oracle::of(&(&a + &a)), "{x}");
        assert_eq!(Oracle::of(&(2 * a.clone())), Oracle::of(&(&a + &a)), "{x}");
        assert_eq!(Oracle::of(&(a.clone() * 2)), Oracle::of(&(&a + &a)), "{x}");
    }
}

#[test]
fn large_transposes_are_walked_in_blocks_without_a_slip() {
    let a = Tensor::from_fn([70, 67], |[i, j]| (i * 1000 + j) as u64);
    let b = Tensor::from_fn([67, 70], |[i, j]| (i * 7 + j * 3) as u64);
    let c = a.transpose() + &b;
    let d = zip((&b, &a.transpose(), &a.transpose())).map(|b, x, y| b + x * y);
    for i in 0..67 {
        for j in 0..70 {
            assert_eq!(c[[i, j]], a[[j, i]] + b[[i, j]]);
            assert_eq!(d[[i, j]], b[[i, j]] + a[[j, i]] * a[[j, i]]);
        }
    }
    let t = Tensor::from_fn([5, 40, 3, 41], |[i, j, k, l]| i + 10 * j + 1000 * k + 10_000 * l);
    let p = t.permute(axes![3, 0, 2, 1]).to_contiguous();
    for [l, i, k, j] in [[0, 0, 0, 0], [40, 4, 2, 39], [17, 3, 1, 25], [33, 0, 2, 32]] {
        assert_eq!(p[[l, i, k, j]], t[[i, j, k, l]]);
    }
    assert_eq!(p.permute(axes![1, 3, 2, 0]), t);
}

#[test]
fn owned_operands_lend_their_buffers() {
    let a = || Tensor::from_fn([2, 3], |[i, j]| (i * 3 + j) as f64);
    let row = || tensor![1.0, 2.0, 3.0];
    let (x, y) = (a(), a());
    let (px, py) = (x.as_ptr(), y.as_ptr());
    assert_eq!((x + &y).as_ptr(), px, "the left one");
    let x = a();
    assert_eq!((&x - y).as_ptr(), py, "the right one");
    let (x, y) = (a(), a());
    let (px, py) = (x.as_ptr(), y.as_ptr());
    assert_eq!((x * y).as_ptr(), px, "of two the left one");
    let (x, y) = (a(), a());
    let (px2, keep) = (y.as_ptr(), x.clone());
    let z = x - y;
    assert_eq!(z.as_ptr(), px2, "the right one where the left one is shared");
    assert_eq!((z.to_vec(), keep), (vec![0.0; 6], a()));
    let y = a();
    let py2 = y.as_ptr();
    assert_eq!((row() + y).as_ptr(), py2, "the right one where the left one is too small");
    let x = a();
    let px3 = x.as_ptr();
    assert_eq!((-x).as_ptr(), px3);
    let x = a();
    let px4 = x.as_ptr();
    assert_eq!((1.0 - (x + 1.0)).as_ptr(), px4);
    let _ = (px, py);

    // Not row-major, or not all of the buffer: the result is a fresh one.
    let x = a();
    let p = x.as_ptr();
    let z = x.viewed(|v| v.transpose()) + 1.0;
    assert_ne!(z.as_ptr(), p);
    assert!(z.is_contiguous());
    let x = a();
    let p = x.as_ptr();
    let top = x.viewed(|v| v.narrow(Axis::<0>, 0, 1));
    assert_eq!(top.as_ptr(), p);
    assert_ne!((top + 1.0).as_ptr(), p);
}

#[test]
fn shapes_that_do_not_broadcast_say_so() {
    let a = Tensor::<f64, 2>::zeros([2, 3]);
    let b = Tensor::<f64, 1>::zeros([4]);
    let text =
        |op: &str| format!("{op}: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1");
    assert_eq!(a.try_add(&b).unwrap_err().to_string(), text("add"));
    assert_eq!(a.try_sub(&b).unwrap_err().to_string(), text("sub"));
    assert_eq!(a.try_mul(&b).unwrap_err().to_string(), text("mul"));
    assert_eq!(a.try_div(&b).unwrap_err().to_string(), text("div"));
    assert_eq!(try_zip((&a, &b)).err().unwrap().to_string(), text("zip"));
    let panics = |f: &dyn Fn()| {
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    assert_eq!(panics(&|| drop(&a + &b)), text("add"));
    assert_eq!(panics(&|| drop(a.clone() % b.clone())), text("rem"));
    assert_eq!(panics(&|| drop(&a * b.clone())), text("mul"));
    assert_eq!(panics(&|| drop(a.greater(&b))), text("greater"));
    assert_eq!(panics(&|| drop(a.minimum(&b))), text("minimum"));
    assert_eq!(panics(&|| drop(a.powf(&b))), text("powf"));
    assert_eq!(
        panics(&|| {
            let _ = a.all_close(&b, 0.0, 0.0);
        }),
        text("all_close")
    );
    assert_eq!(panics(&|| drop(zip((&a, &b)).map(|a, b| a + b))), text("zip"));
    let mut c = a.clone();
    assert_eq!(c.try_assign(&b).unwrap_err().to_string(), text("assign"));
    assert_eq!(
        panics(&|| {
            let mut c = a.clone();
            c += &b;
        }),
        text("add_assign")
    );
    let mask = tensor![true, false];
    assert_eq!(
        mask.try_where_cond(&b, Tensor::scalar(0.0)).unwrap_err().to_string(),
        "where_cond: [2] and [4] and []: sizes 2 and 4 meet at axis 0 and neither is 1"
    );
    let mut one = Tensor::<f64, 2>::zeros([1, 3]);
    assert_eq!(
        panics(&|| zip((&mut one.clone(), &a)).for_each(|x, y| *x += y)),
        "zip: [1, 3] and [2, 3]: sizes 1 and 2 of axis 0 differ"
    );
    one += 1.0;
    assert_eq!(c, a, "a refused assignment changes nothing");
    #[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
    {
        // A result of larger elements than the operand's can be too large where the operand was not.
        let byte = Tensor::scalar(1u8);
        let huge = byte.broadcast_to([1 << 40, 1 << 22]);
        assert_eq!(
            panics(&|| drop(huge.map(|_| 1u64))),
            "map: [1099511627776, 4194304]: more elements than memory can address"
        );
    }
}

#[test]
fn a_choice_takes_tensors_and_scalars() {
    let mask = tensor![true, false];
    // The type of a literal is that of the tensor beside it, and the default one between two.
    let x: Tensor<f32, 2> = tensor![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(mask.where_cond(&x, 0.0), tensor![[1.0, 0.0], [3.0, 0.0]]);
    assert_eq!(mask.where_cond(0.0, &x), tensor![[0.0, 2.0], [0.0, 4.0]]);
    assert_eq!(mask.where_cond(tensor![7_u8, 8], 9), tensor![7, 9]);
    let between: Tensor<f64, 1> = mask.where_cond(1.0, 0.0);
    assert_eq!(between, tensor![1.0, 0.0]);
    let i = Complex::new(0.0, 1.0);
    assert_eq!(mask.where_cond(i, tensor![i + i]), tensor![i, i + i]);
    let words = mask.where_cond(tensor!["a", "b"], Tensor::scalar("other"));
    assert_eq!(words, tensor!["a", "other"]);
    for (name, mask) in disguises(&Tensor::from_fn([2, 3], |[i, j]| (i + j) % 2 == 0)) {
        let expected = Tensor::from_fn([2, 3], |[i, j]| i64::from((i + j) % 2 == 0) * 5 - 1);
        assert_eq!(mask.where_cond(4, -1_i64), expected, "{name}");
        let row = tensor![4, 4, 4];
        assert_eq!(mask.try_where_cond(&row, -1).unwrap(), expected, "{name}");
    }
    assert_eq!(
        mask.try_where_cond(tensor![1, 2, 3], 0).unwrap_err().to_string(),
        "where_cond: [2] and [3] and []: sizes 2 and 3 meet at axis 0 and neither is 1"
    );
}

#[test]
fn complex_numbers_have_conjugates_and_parts() {
    let values = Tensor::from_fn([3, 2, 4], |[i, j, k]| {
        Complex::new((i * 8 + j) as f64, -0.5 * (j * 4 + k) as f64)
    });
    for (name, z) in disguises(&values) {
        let expected = |part: fn(&Complex<f64>) -> f64| Tensor::from_fn(z.shape(), |i| part(&z[i]));
        assert_eq!(z.re(), expected(|z| z.re), "{name}");
        assert_eq!(z.im(), expected(|z| z.im), "{name}");
        assert_eq!(z.conj().re(), expected(|z| z.re), "{name}");
        assert_eq!(z.view().conj().im(), expected(|z| -z.im), "{name}");
    }
    // Of integers too, which have no norm.
    assert_eq!(tensor![Complex::new(1_i32, 2)].conj(), tensor![Complex::new(1, -2)]);
    assert_eq!(Tensor::<Complex<f32>, 2>::zeros([0, 3]).im().shape(), [0, 3]);
}

#[test]
fn scalars_stand_on_either_side() {
    let v = tensor![1, 2, 3];
    assert_eq!(10 - &v, tensor![9, 8, 7]);
    assert_eq!(10 - v.clone(), tensor![9, 8, 7]);
    assert_eq!(&v - 1, tensor![0, 1, 2]);
    assert_eq!(6 / &v, tensor![6, 3, 2]);
    assert_eq!(7 % v.view(), tensor![0, 1, 1]);
    assert_eq!(1 | &v, tensor![1, 3, 3]);
    assert_eq!(true ^ tensor![true, false], tensor![false, true]);
    assert_eq!(
        Complex::new(0.0, 1.0) * tensor![Complex::new(0.0, 1.0)],
        tensor![Complex::new(-1.0, 0.0)]
    );
    let mut m = v.clone();
    m += 1;
    m *= 2;
    m -= &tensor![1];
    m /= Tensor::scalar(1);
    m %= 4;
    assert_eq!(m, tensor![3, 1, 3]);
    m &= 1;
    m |= 4;
    m ^= tensor![1, 2, 4];
    assert_eq!(m, tensor![4, 7, 1]);
}

#[test]
fn up_to_eight_operands_of_several_types_and_ranks() {
    let a = tensor![[1u8, 2], [3, 4]];
    let b = tensor![10i32, 20];
    let c = Tensor::scalar(0.5f64);
    let d = tensor![[[true]], [[false]]];
    let e = tensor!["x", "yy"];
    let f = tensor![[1usize], [2]];
    let t: Tensor<String, 3> = zip((&a, &b, &c, &d, &e, &f))
        .map(|a, b, c, d, e, f| format!("{a}{b}{c}{d}{}", e.repeat(*f)));
    assert_eq!(t.shape(), [2, 2, 2]);
    assert_eq!(t[[0, 1, 0]], "3100.5truexx");
    assert_eq!(t[[1, 1, 1]], "4200.5falseyyyy");
    let (g, mut h) = (tensor![1u64, 2], Tensor::<u64, 3>::zeros([2, 2, 2]));
    zip((&a, &b, &c, &d, &e, &f, &g, &mut h)).for_each(|a, b, c, d, e, f, g, h| {
        let whole = u64::from(*a) * b.unsigned_abs() as u64 + u64::from(*d);
        *h = whole * (2.0 * c) as u64 + e.len() as u64 * *f as u64 * g;
    });
    assert_eq!(h, tensor![[[12, 45], [33, 89]], [[11, 44], [32, 88]]]);
    let sum = zip((&a, &b, &g, &a, &b, &g, &f)).map(|a, b, g, x, y, z, f| {
        i64::from(a + x) + i64::from(b + y) + (g + z) as i64 + *f as i64
    });
    assert_eq!(sum, tensor![[25, 49], [30, 54]]);
    let (mut p, mut q) = (Tensor::<i32, 2>::zeros([2, 2]), Tensor::<f64, 2>::ones([2, 2]));
    zip((&mut p, q.view_mut().transpose(), &b)).for_each(|p, q, b| {
        *p += b;
        *q = f64::from(*b);
    });
    assert_eq!(p, tensor![[10, 20], [10, 20]]);
    assert_eq!(q, tensor![[10.0, 10.0], [20.0, 20.0]]);
    let mut order = 0;
    zip((&a,)).for_each(|_| order += 1);
    assert_eq!(order, 4);
}

#[test]
fn results_go_into_a_tensor_that_is_there() {
    let (m, v) = (tensor![[1, 2, 3], [4, 5, 6]], tensor![10, 20, 30]);
    let sums = tensor![[11, 22, 33], [14, 25, 36]];
    let mut whole = Tensor::<i32, 2>::zeros([3, 2]);
    let kept = whole.clone();
    zip((&m, &v)).map_into(whole.view_mut().transpose(), |m, v| m + v);
    assert_eq!((whole.transpose(), kept), (sums.view(), Tensor::zeros([3, 2])));
    let mut words = Tensor::from_fn([2, 3], |_| String::from("before"));
    let shared = words.clone();
    zip((&m,)).map_into(&mut words, |m| m.to_string());
    assert_eq!(words[[1, 2]], "6");
    assert_eq!(shared[[1, 2]], "before");

    let mut row = Tensor::<i32, 2>::zeros([1, 3]);
    let error = zip((&m, &v)).try_map_into(&mut row, |m, v| m + v).unwrap_err();
    assert_eq!(error.to_string(), "zip: [1, 3] and [2, 3]: sizes 1 and 2 of axis 0 differ");
    assert_eq!(row, Tensor::<i32, 2>::zeros([1, 3]));
    let parts = zip((&m, &m, &m, &m, &m, &m, &m));
    let mut sevenfold = Tensor::<i32, 2>::ones([2, 3]);
    assert!(
        parts.try_map_into(&mut sevenfold, |a, b, c, d, e, f, g| a + b + c + d + e + f + g).is_ok()
    );
    assert_eq!(sevenfold, &m * 7);
}

#[test]
fn casts_follow_as() {
    assert_eq!(tensor![-1i32, 256, 300].cast::<u8>(), tensor![255u8, 0, 44]);
    assert_eq!(tensor![1.9f64, -1.9, f64::NAN, 1e20].cast::<i32>(), tensor![1, -1, 0, i32::MAX]);
    assert_eq!(tensor![true, false].cast::<u8>(), tensor![1u8, 0]);
}

/// Casts of floats go by vectors: each number at the limits of a type, and its neighbours, in each place of one.
#[test]
fn floats_cast_as_by_as_at_the_limits_of_every_integer() {
    macro_rules! check {
        ($($F:ident => $($I:ident)+;)+) => { $(
            let mut ends = vec![0.0, 0.5, 1.0, 1.5, 1e30, $F::MIN_POSITIVE, $F::MAX, $F::INFINITY, $F::NAN];
            for bits in [7, 8, 15, 16, 31, 32, 63, 64, 127] {
                let end = (2.0 as $F).powi(bits);
                ends.extend([end, end - 1.0, end + 1.0, end - 0.5, end + 0.5, end.next_down(), end.next_up()]);
            }
            ends.extend(ends.clone().iter().map(|x| -x));
            $(
                for len in (0..10).chain([31, 32, 33, ends.len()]) {
                    for first in 0..ends.len() {
                        let x = Tensor::<$F, 1>::from_fn([len], |[i]| ends[(first + i) % ends.len()]);
                        let expected: Vec<$I> = x.iter().map(|&x| x as $I).collect();
                        assert_eq!(x.cast::<$I>().into_vec(), expected, "{x}");
                    }
                }
            )+
        )+ };
    }
    check! {
        f32 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
        f64 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    }
}

#[test]
fn numbers_round_to_even_at_every_half() {
    macro_rules! check {
        ($($F:ident)+) => { $(
            let mut numbers = vec![0.0, $F::MIN_POSITIVE, $F::MAX, $F::INFINITY, $F::NAN];
            for half in (1..2000).chain([1 << 20, (1 << 24) - 1, (1 << 24) + 1, 1 << 25]) {
                let x = half as $F / 2.0;
                numbers.extend([x.next_down(), x, x.next_up()]);
            }
            let end = $F::EPSILON.recip();
            numbers.extend([end / 2.0 - 0.5, end / 2.0 + 0.5, end - 0.5, end, end + 1.0, end * 2.0]);
            numbers.extend(numbers.clone().iter().map(|x| -x));
            let found = Tensor::from(numbers.clone()).round_ties_even();
            for (x, y) in numbers.iter().zip(&found) {
                let expected = x.round_ties_even();
                assert!(x.is_nan() && y.is_nan() || y.to_bits() == expected.to_bits(), "{x}: {y}");
            }
        )+ };
    }
    check! { f32 f64 }
    #[cfg(feature = "half")]
    for bits in 0..=u16::MAX {
        let (x, y) = (half::f16::from_bits(bits), half::bf16::from_bits(bits));
        let even = |x: f32| x.round_ties_even();
        let [x, y] = [
            (f32::from(x), f32::from(Tensor::scalar(x).round_ties_even().item())),
            (f32::from(y), f32::from(Tensor::scalar(y).round_ties_even().item())),
        ]
        .map(|(x, y)| (even(x), y));
        assert!([x, y].iter().all(|(a, b)| a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()));
    }
}

#[test]
fn closeness_is_numpys() {
    let inf = f64::INFINITY;
    let close = |a: f64, b: f64| Tensor::scalar(a).all_close(Tensor::scalar(b), 1e-5, 1e-8);
    assert!(close(1e10, 1.00001e10) && !close(1e-7, 1e-8));
    assert!(close(1e-9, 1e-10) && close(inf, inf) && !close(inf, -inf) && !close(inf, 1.0));
    assert!(!close(1.0, inf) && !close(f64::NAN, f64::NAN) && !close(1.0, f64::NAN));
    assert!(Tensor::<f64, 1>::zeros([0]).all_close(Tensor::<f64, 2>::zeros([2, 0]), 0.0, 0.0));
}
