//! What numpy says.

use crate::disguise::disguises;
use crate::fixtures::{Case, Data, load};
use holor::operand::TakeIndices;
use holor::prelude::*;

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.f64s(), data.shape()).unwrap()
}

fn numbers<const R: usize>(data: &Data) -> Tensor<usize, R> {
    let numbers = data.ints().into_iter().map(|x| usize::try_from(x).unwrap()).collect();
    Tensor::from_vec(numbers, data.shape()).unwrap()
}

fn bools<const R: usize>(data: &Data) -> Tensor<bool, R> {
    Tensor::from_vec(data.bools(), data.shape()).unwrap()
}

fn same<const R: usize>(case: &Case, found: &Tensor<f64, R>, output: usize) {
    assert_eq!(found, &floats::<R>(&case.outputs[output]), "{case}");
}

/// Calls a function of an axis and a rank with those of the case.
macro_rules! by_axis {
    ($case:expr, $f:ident) => {
        match ($case.inputs[0].shape.len(), $case.number::<usize>("axis")) {
            (1, 0) => $f::<_, 1>($case, Axis::<0>),
            (2, 0) => $f::<_, 2>($case, Axis::<0>),
            (2, 1) => $f::<_, 2>($case, Axis::<1>),
            (3, 0) => $f::<_, 3>($case, Axis::<0>),
            (3, 1) => $f::<_, 3>($case, Axis::<1>),
            (3, 2) => $f::<_, 3>($case, Axis::<2>),
            other => panic!("{}: {other:?}", $case),
        }
    };
}

fn take<A, const R: usize>(case: &Case, axis: A)
where
    A: AxisOf<R> + Copy,
{
    // By the list of the indices; the shape of the result is checked by `shaped`.
    let indices = numbers_of_any_rank(&case.inputs[1]);
    let found = floats::<R>(&case.inputs[0]).take(axis, &indices);
    assert_eq!(found.to_vec(), case.outputs[0].f64s(), "{case}");
}

fn numbers_of_any_rank(data: &Data) -> Vec<usize> {
    data.ints().into_iter().map(|x| usize::try_from(x).unwrap()).collect()
}

/// As `take`, with the rank of the indices in the type.
fn shaped<A, const R: usize, const K: usize, const O: usize>(case: &Case, axis: A)
where
    A: AxisOf<R>,
    for<'a> &'a Tensor<usize, K>: TakeIndices<R, Output = Rank<O>>,
{
    let found = floats::<R>(&case.inputs[0]).take(axis, &numbers::<K>(&case.inputs[1]));
    same(case, &found, 0);
}

fn take_along_axis<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    let found = floats::<R>(&case.inputs[0]).take_along_axis(axis, &numbers(&case.inputs[1]));
    same(case, &found, 0);
}

fn scatter<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    let mut to = floats::<R>(&case.inputs[0]);
    to.scatter(axis, &numbers(&case.inputs[1]), &floats(&case.inputs[2]));
    same(case, &to, 0);
}

fn select<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    same(case, &floats::<R>(&case.inputs[0]).select(axis, bools(&case.inputs[1])), 0);
}

/// Groups of floats in every disguise, NaN and infinities among them; of a group without parts there is no extremum.
fn segments_of_floats<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    let (ids, count) = (numbers::<1>(&case.inputs[1]), case.number("count"));
    for (name, x) in disguises(&floats::<R>(&case.inputs[0])) {
        let found = match case.name.as_str() {
            "segment_sum" => x.try_segment_sum(axis, &ids, count),
            "segment_mean" => x.try_segment_mean(axis, &ids, count),
            "segment_max" => x.try_segment_max(axis, &ids, count),
            _ => x.try_segment_min(axis, &ids, count),
        };
        if case.has("expected") {
            let kind = ErrorKind::EmptySegment { segment: case.number("expected") };
            assert_eq!(*found.unwrap_err().kind(), kind, "{case}, {name}");
            continue;
        }
        let (found, expected) = (found.unwrap(), floats::<R>(&case.outputs[0]));
        assert_eq!(found.shape(), expected.shape(), "{case}, {name}");
        let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
        assert!(found.iter().zip(&expected).all(same), "{case}, {name}: {found}");
    }
}

fn segments<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    if case.inputs[0].dtype == "f64" {
        return segments_of_floats(case, axis);
    }
    let x: Tensor<i64, R> =
        Tensor::from_vec(case.inputs[0].ints(), case.inputs[0].shape()).unwrap();
    let (ids, count) = (numbers::<1>(&case.inputs[1]), case.number("count"));
    let found = match case.name.as_str() {
        "segment_sum" => x.segment_sum(axis, &ids, count),
        "segment_max" => x.segment_max(axis, &ids, count),
        _ => x.segment_min(axis, &ids, count),
    };
    assert_eq!(found.shape(), case.outputs[0].shape(), "{case}");
    assert_eq!(found.to_vec(), case.outputs[0].ints(), "{case}");
}

fn mask_select<const R: usize>(case: &Case) {
    same(case, &floats::<R>(&case.inputs[0]).mask_select(&bools::<R>(&case.inputs[1])), 0);
}

fn nonzero<const R: usize>(case: &Case) {
    let found = match case.inputs[0].dtype.as_str() {
        "bool" => bools::<R>(&case.inputs[0]).nonzero(),
        _ => floats::<R>(&case.inputs[0]).nonzero(),
    };
    for (found, expected) in found.iter().zip(&case.outputs) {
        assert_eq!(found.to_vec(), numbers_of_any_rank(expected), "{case}");
    }
}

fn histogram(case: &Case) {
    // The counts do not depend on the shape.
    let x = Tensor::from(case.inputs[0].f64s());
    let (counts, edges) = match case.name.as_str() {
        "histogram" => x.histogram(case.number("bins")),
        "histogram_range" => {
            x.histogram_with_range(case.number("bins"), case.number("low"), case.number("high"))
        }
        _ => {
            let edges = floats::<1>(&case.inputs[1]);
            (x.histogram_with_edges(&edges), edges)
        }
    };
    assert_eq!(counts.to_vec(), numbers_of_any_rank(&case.outputs[0]), "{case}");
    if let Some(expected) = case.outputs.get(1) {
        assert_eq!(edges.to_vec(), expected.f64s(), "{case}");
    }
}

fn searchsorted<const K: usize>(case: &Case) {
    let side = if case.word("side") == "left" { Side::Left } else { Side::Right };
    let values = floats::<K>(&case.inputs[1]);
    let found = floats::<1>(&case.inputs[0]).searchsorted_with_side(&values, side);
    assert_eq!(found, numbers(&case.outputs[0]), "{case}");
}

#[test]
fn agrees_with_numpy() {
    let cases = load("index");
    assert!(cases.len() > 600);
    for case in &cases {
        let rank = case.inputs[0].shape.len();
        match case.name.as_str() {
            "take" => {
                by_axis!(case, take);
                match (rank, case.inputs[1].shape.len(), case.number::<usize>("axis")) {
                    (1, 0, _) => shaped::<_, 1, 0, 0>(case, Axis::<0>),
                    (1, 1, _) => shaped::<_, 1, 1, 1>(case, Axis::<0>),
                    (1, 2, _) => shaped::<_, 1, 2, 2>(case, Axis::<0>),
                    (2, 0, 1) => shaped::<_, 2, 0, 1>(case, Axis::<1>),
                    (2, 2, 0) => shaped::<_, 2, 2, 3>(case, Axis::<0>),
                    (3, 2, 1) => shaped::<_, 3, 2, 4>(case, Axis::<1>),
                    _ => {}
                }
            }
            "take_along_axis" => by_axis!(case, take_along_axis),
            "scatter" => by_axis!(case, scatter),
            "select" => by_axis!(case, select),
            "segment_sum" | "segment_mean" | "segment_max" | "segment_min" => {
                by_axis!(case, segments);
            }
            "mask_select" if rank == 1 => mask_select::<1>(case),
            "mask_select" if rank == 2 => mask_select::<2>(case),
            "mask_select" => mask_select::<3>(case),
            "nonzero" if rank == 1 => nonzero::<1>(case),
            "nonzero" if rank == 2 => nonzero::<2>(case),
            "nonzero" => nonzero::<3>(case),
            "bincount" => {
                let found =
                    numbers::<1>(&case.inputs[0]).bincount_with_min_len(case.number("min_len"));
                assert_eq!(found, numbers(&case.outputs[0]), "{case}");
            }
            "bincount_weights" => {
                let weights = floats::<1>(&case.inputs[1]);
                same(case, &numbers::<1>(&case.inputs[0]).bincount_with_weights(&weights), 0);
            }
            "histogram" | "histogram_range" | "histogram_edges" => histogram(case),
            "searchsorted" => match case.inputs[1].shape.len() {
                0 => searchsorted::<0>(case),
                1 => searchsorted::<1>(case),
                _ => searchsorted::<2>(case),
            },
            "take_at" | "assign_at" | "add_at" => {} // `at.rs` reads them
            name if super::writes::NAMES.contains(&name) => {}
            _ => panic!("{case}"),
        }
    }
}
