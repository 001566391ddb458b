//! Integers that wrap, and casts between element types: what numpy says, in every disguise.

use crate::disguise::disguises;
use crate::fixtures::{Case, Data, load};
use holor::num_traits::{AsPrimitive, WrappingAdd, WrappingMul, WrappingSub};
use holor::operand::CastTo;
use holor::prelude::*;
use std::fmt::Debug;

/// Whole numbers, those of 64 bits from the two halves in which they are written.
fn whole(parts: &[Data]) -> Vec<i64> {
    match parts {
        [all] => all.ints(),
        [high, low] => {
            let halves = high.ints().into_iter().zip(low.ints());
            halves.map(|(high, low)| (high << 32) | low).collect()
        }
        _ => panic!("{}: {} parts", parts[0].place, parts.len()),
    }
}

fn tensor<T: Copy + 'static, const R: usize>(parts: &[Data]) -> Tensor<T, R>
where
    i64: AsPrimitive<T>,
{
    let elements = whole(parts).into_iter().map(AsPrimitive::as_).collect();
    Tensor::from_vec(elements, parts[0].shape()).unwrap()
}

fn wrapping<T>(case: &Case)
where
    T: WrappingAdd + WrappingSub + WrappingMul + Copy + PartialEq + Debug + 'static,
    i64: AsPrimitive<T>,
{
    let (a, b) = case.inputs.split_at(case.inputs.len() / 2);
    let expected = tensor::<T, 2>(&case.outputs);
    for (name, a) in disguises(&tensor::<T, 2>(a)) {
        for (other, b) in disguises(&tensor::<T, 1>(b)) {
            let found = match case.name.as_str() {
                "wrapping_add" => a.wrapping_add(&b),
                "wrapping_sub" => a.wrapping_sub(&b),
                name => {
                    assert_eq!(name, "wrapping_mul", "{case}");
                    a.wrapping_mul(&b)
                }
            };
            assert_eq!(found, expected, "{case}, {name}, {other}");
        }
    }
}

/// An element type that is read from the numbers of a fixture, and written as such a number.
trait Element: Copy + PartialEq {
    fn read(number: f64) -> Self;
    fn number(self) -> f64;
}

macro_rules! elements {
    ($($T:ident)+) => { $(
        impl Element for $T {
            fn read(number: f64) -> Self {
                number as $T
            }
            fn number(self) -> f64 {
                self as f64
            }
        }
    )+ };
}

elements! { u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 }

impl Element for bool {
    fn read(number: f64) -> Self {
        number != 0.0
    }
    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }
}

fn is_same(case: &Case, name: &str, found: &[f64], expected: &[f64]) {
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    let all = found.len() == expected.len() && found.iter().zip(expected).all(same);
    assert!(all, "{case}, {name}: {found:?}, expected {expected:?}");
}

/// Casts a vector, and a matrix with the same elements in both columns, in every disguise.
fn cast<T: Element + CastTo<U>, U: Element + 'static>(case: &Case) {
    let expected = &case.outputs[0].values;
    let check = |name: &str, found: &[U]| {
        let found: Vec<f64> = found.iter().map(|x| x.number()).collect();
        is_same(case, name, &found, expected);
    };
    let elements = case.inputs[0].values.iter().map(|&x| T::read(x)).collect();
    let x: Tensor<T, 1> = Tensor::from_vec(elements, case.inputs[0].shape()).unwrap();
    for (name, x) in disguises(&x) {
        check(name, &x.cast::<U>().to_vec());
    }
    let both: Tensor<T, 2> = stack(Last, &[&x, &x]);
    for (name, m) in disguises(&both) {
        let y = m.cast::<U>();
        check(name, &y.column(0).to_vec());
        check(name, &y.column(1).to_vec());
    }
}

/// Casts to each type of numbers.
fn cast_from<T>(case: &Case)
where
    T: Element + CastTo<u8> + CastTo<i8> + CastTo<u16> + CastTo<i16> + CastTo<u32> + CastTo<i32>,
    T: CastTo<u64> + CastTo<i64> + CastTo<f32> + CastTo<f64>,
{
    match case.word("to") {
        "u8" => cast::<T, u8>(case),
        "i8" => cast::<T, i8>(case),
        "u16" => cast::<T, u16>(case),
        "i16" => cast::<T, i16>(case),
        "u32" => cast::<T, u32>(case),
        "i32" => cast::<T, i32>(case),
        "u64" => cast::<T, u64>(case),
        "i64" => cast::<T, i64>(case),
        "f32" => cast::<T, f32>(case),
        "f64" => cast::<T, f64>(case),
        name => panic!("{case}: {name}"),
    }
}

#[test]
fn integers_wrap_as_those_of_numpy() {
    let cases = load("types");
    let cases: Vec<&Case> = cases.iter().filter(|case| case.name != "cast").collect();
    assert_eq!(cases.len(), 24);
    for case in cases {
        match case.word("type") {
            "u8" => wrapping::<u8>(case),
            "i8" => wrapping::<i8>(case),
            "u16" => wrapping::<u16>(case),
            "i16" => wrapping::<i16>(case),
            "u32" => wrapping::<u32>(case),
            "i32" => wrapping::<i32>(case),
            "u64" => wrapping::<u64>(case),
            "i64" => wrapping::<i64>(case),
            name => panic!("{case}: {name}"),
        }
    }
}

#[test]
fn casts_are_those_of_numpy() {
    let cases = load("types");
    let cases: Vec<&Case> = cases.iter().filter(|case| case.name == "cast").collect();
    assert_eq!(cases.len(), 111);
    for case in cases {
        match (case.word("from"), case.word("to")) {
            ("bool", "bool") => cast::<bool, bool>(case),
            ("bool", _) => cast_from::<bool>(case),
            ("u8", _) => cast_from::<u8>(case),
            ("i8", _) => cast_from::<i8>(case),
            ("u16", _) => cast_from::<u16>(case),
            ("i16", _) => cast_from::<i16>(case),
            ("u32", _) => cast_from::<u32>(case),
            ("i32", _) => cast_from::<i32>(case),
            ("u64", _) => cast_from::<u64>(case),
            ("i64", _) => cast_from::<i64>(case),
            ("f32", _) => cast_from::<f32>(case),
            ("f64", _) => cast_from::<f64>(case),
            (name, _) => panic!("{case}: {name}"),
        }
    }
}
