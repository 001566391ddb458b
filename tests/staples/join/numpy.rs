//! What numpy says.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use crate::oracle::Oracle;
use holor::broadcast_shapes;
use holor::prelude::*;
use std::fmt::Debug;

fn ints<const R: usize>(data: &Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

#[track_caller]
fn equals<T: Clone + PartialEq + Debug, const R: usize>(
    found: &TensorRef<T, R>,
    of: &Oracle<T>,
    case: &Case,
) {
    assert_eq!(&Oracle::of(found), of, "{case}");
}

fn one_rank<const R: usize>(case: &Case) {
    let x = ints::<R>(&case.inputs[0]);
    let result = match case.name.as_str() {
        "tile" => x.tile(case.numbers("reps").try_into().unwrap()),
        _ => {
            let pads: Vec<usize> = case.numbers("pads");
            let mode = match case.word("mode") {
                "edge" => PadMode::Edge,
                "reflect" => PadMode::Reflect,
                "symmetric" => PadMode::Symmetric,
                _ => PadMode::Wrap,
            };
            x.pad_with_mode(std::array::from_fn(|i| (pads[2 * i], pads[2 * i + 1])), mode)
        }
    };
    equals(&result, &Oracle::of(&ints::<R>(&case.outputs[0])), case);
}

fn one_axis<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    let x = ints::<R>(&case.inputs[0]);
    let result = match case.name.as_str() {
        "repeat" => x.repeat(axis, case.number("count")),
        "roll" => x.roll(axis, case.number("shift")),
        _ => x.repeat_with_counts(axis, &case.numbers::<usize>("counts")),
    };
    equals(&result, &Oracle::of(&ints::<R>(&case.outputs[0])), case);
}

fn diagonal<const R: usize, const O: usize>(
    case: &Case,
    of: impl Fn(&TensorRef<f64, R>, isize) -> Tensor<f64, O>,
) {
    let values = |data: &Data| {
        if data.dtype == "i64" {
            data.ints().iter().map(|&x| x as f64).collect()
        } else {
            data.f64s()
        }
    };
    let x = Tensor::from_vec(values(&case.inputs[0]), case.inputs[0].shape()).unwrap();
    let expected = &case.outputs[0];
    let found = of(&x, case.number("k"));
    assert_eq!(found.shape()[..], expected.shape[..], "{case}");
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    assert!(found.iter().zip(&values(expected)).all(same), "{case}");
}

/// The parts of an axis, as views for reading and for writing of every disguise.
fn parts<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    let expected: Vec<Oracle<i64>> =
        case.outputs.iter().map(|data| Oracle::of(&ints::<R>(data))).collect();
    let sizes: Vec<usize> = if case.has("sizes") { case.numbers("sizes") } else { vec![] };
    let is_split = case.name == "split";
    for (name, mut x) in disguises(&ints::<R>(&case.inputs[0])) {
        let views = match is_split {
            true => x.split(axis, &sizes),
            false => x.chunk(axis, case.number("count")),
        };
        let found: Vec<_> = views.iter().map(|part| Oracle::of(part)).collect();
        assert_eq!(found, expected, "{case}, {name}");
        let views = match is_split {
            true => x.split_mut(axis, &sizes),
            false => x.chunk_mut(axis, case.number("count")),
        };
        let found: Vec<_> = views.iter().map(|part| Oracle::of(part)).collect();
        assert_eq!(found, expected, "{case}, {name}, for writing");
    }
}

#[test]
fn numpy_agrees() {
    let cases = fixtures::load("join");
    for case in &cases {
        let rank = case.inputs.first().map_or(0, |data| data.shape.len());
        let of = |name: &str| if case.has(name) { case.number::<usize>(name) } else { 0 };
        match (case.name.as_str(), rank, of("axis")) {
            ("tile" | "pad_with_mode", 1, _) => one_rank::<1>(case),
            ("tile" | "pad_with_mode", 2, _) => one_rank::<2>(case),
            ("tile" | "pad_with_mode", _, _) => one_rank::<3>(case),
            ("repeat" | "repeat_with_counts" | "roll", 1, _) => one_axis::<_, 1>(case, Last),
            ("repeat" | "repeat_with_counts" | "roll", 2, 0) => one_axis::<_, 2>(case, Axis::<0>),
            ("repeat" | "repeat_with_counts" | "roll", 2, 1) => one_axis::<_, 2>(case, Axis::<1>),
            ("repeat" | "repeat_with_counts" | "roll", 3, 0) => one_axis::<_, 3>(case, Axis::<0>),
            ("repeat" | "repeat_with_counts" | "roll", 3, 1) => one_axis::<_, 3>(case, Axis::<1>),
            ("repeat" | "repeat_with_counts" | "roll", 3, 2) => one_axis::<_, 3>(case, Axis::<2>),
            ("diagonal", 2, _) if of("a") == 0 => {
                diagonal::<2, 1>(case, |x, k| {
                    x.diagonal_with_offset(Axis::<0>, Axis::<1>, k).to_owned()
                });
            }
            ("diagonal", 2, _) => {
                diagonal::<2, 1>(case, |x, k| {
                    x.diagonal_with_offset(Axis::<1>, Axis::<0>, k).to_owned()
                });
            }
            ("diagonal", 3, _) => diagonal::<3, 2>(case, |x, k| match (of("a"), of("b")) {
                (0, 1) => x.diagonal_with_offset(Axis::<0>, Axis::<1>, k).to_owned(),
                (0, 2) => x.diagonal_with_offset(Axis::<0>, Axis::<2>, k).to_owned(),
                (1, 0) => x.diagonal_with_offset(Axis::<1>, Axis::<0>, k).to_owned(),
                (1, 2) => x.diagonal_with_offset(Axis::<1>, Axis::<2>, k).to_owned(),
                (2, 0) => x.diagonal_with_offset(Axis::<2>, Axis::<0>, k).to_owned(),
                _ => x.diagonal_with_offset(Axis::<2>, Axis::<1>, k).to_owned(),
            }),
            ("trace", ..) => {
                let found = ints::<2>(&case.inputs[0]).trace_with_offset(case.number("k"));
                assert_eq!(found, case.outputs[0].ints()[0], "{case}");
            }
            ("eye", ..) => {
                let sizes: Vec<usize> = case.numbers("size");
                let found = Tensor::<i64, 2>::eye_with_offset(sizes[0], sizes[1], case.number("k"));
                equals(&found, &Oracle::of(&ints::<2>(&case.outputs[0])), case);
            }
            ("diag", ..) => {
                let found = ints::<1>(&case.inputs[0]).diag_with_offset(case.number("k"));
                equals(&found, &Oracle::of(&ints::<2>(&case.outputs[0])), case);
            }
            ("linspace", ..) => {
                let (start, end): (f64, f64) = (case.number("start"), case.number("stop"));
                let n = case.number("size");
                let found = Tensor::linspace_with_endpoint(start, end, n, false).to_vec();
                let close = |(a, b): (&f64, f64)| (a - b).abs() <= 1e-15 * b.abs().max(1e-3);
                assert_eq!(found.len(), n, "{case}");
                assert!(found.iter().zip(case.outputs[0].f64s()).all(close), "{case}");
            }
            ("broadcast_shapes", ..) => shapes(case),
            ("split" | "chunk", 1, _) => parts::<_, 1>(case, Last),
            ("split" | "chunk", 2, 0) => parts::<_, 2>(case, Axis::<0>),
            ("split" | "chunk", 2, _) => parts::<_, 2>(case, Axis::<1>),
            ("split" | "chunk", 3, 1) => parts::<_, 3>(case, Axis::<1>),
            ("split" | "chunk", 3, 2) => parts::<_, 3>(case, Axis::<2>),
            (name, ..) => panic!("{case}: {name}"),
        }
    }
    assert_eq!(cases.len(), 538);
}

fn shapes(case: &Case) {
    fn sizes<const R: usize>(data: &Data) -> [usize; R] {
        let sizes: Vec<usize> = data.ints().iter().map(|&n| n as usize).collect();
        sizes.try_into().unwrap()
    }
    let (a, b, expected) = (&case.inputs[0], &case.inputs[1], &case.outputs[0]);
    match [a.shape[0], b.shape[0]] {
        [2, 1] => assert_eq!(broadcast_shapes(sizes::<2>(a), sizes::<1>(b)), sizes(expected)),
        [3, 2] => assert_eq!(broadcast_shapes(sizes::<3>(a), sizes::<2>(b)), sizes(expected)),
        [0, 1] => assert_eq!(broadcast_shapes(sizes::<0>(a), sizes::<1>(b)), sizes(expected)),
        [1, 1] => assert_eq!(broadcast_shapes(sizes::<1>(a), sizes::<1>(b)), sizes(expected)),
        [2, 2] => assert_eq!(broadcast_shapes(sizes::<2>(a), sizes::<2>(b)), sizes(expected)),
        [3, 3] => assert_eq!(broadcast_shapes(sizes::<3>(a), sizes::<3>(b)), sizes(expected)),
        ranks => panic!("{case}: {ranks:?}"),
    }
}
