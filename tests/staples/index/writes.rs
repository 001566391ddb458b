//! What numpy says of writes by masks and by indices and of one-hot codes, in every disguise.

use crate::disguise::disguises;
use crate::fixtures::{Case, Data, load};
use holor::prelude::*;

/// The cases that are read here.
pub(super) const NAMES: [&str; 6] =
    ["mask_fill", "assign_where", "scatter_add", "index_add", "index_assign", "one_hot"];

fn floats<const R: usize>(data: &Data) -> Tensor<f64, R> {
    Tensor::from_vec(data.f64s(), data.shape()).unwrap()
}

fn numbers(data: &Data) -> Vec<usize> {
    data.ints().into_iter().map(|x| usize::try_from(x).unwrap()).collect()
}

/// Compares bit by bit, but for those of NaN.
#[track_caller]
fn same<const R: usize>(case: &Case, how: &str, found: &TensorRef<f64, R>) {
    let expected = &case.outputs[0];
    assert_eq!(found.shape(), expected.shape::<R>(), "{case}, {how}");
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    assert!(found.iter().zip(&expected.f64s()).all(same), "{case}, {how}: {found:?}");
}

fn by_mask<const R: usize, const B: usize>(case: &Case)
where
    Rank<B>: BroadcastTo<Rank<R>>,
{
    let mask: Tensor<bool, B> =
        Tensor::from_vec(case.inputs[1].bools(), case.inputs[1].shape()).unwrap();
    for (name, x) in disguises(&floats::<R>(&case.inputs[0])) {
        for (of_mask, mask) in disguises(&mask) {
            let how = format!("{name}, mask {of_mask}");
            if case.name == "mask_fill" {
                let value = case.inputs[2].f64s()[0];
                same(case, &how, &x.mask_fill(&mask, value));
                let mut to = x.clone();
                to.assign_where(&mask, value);
                same(case, &how, &to);
                continue;
            }
            for (of_new, new) in disguises(&floats::<R>(&case.inputs[2])) {
                let mut to = x.clone();
                to.assign_where(&mask, &new);
                same(case, &format!("{how}, {of_new} elements"), &to);
            }
        }
    }
}

fn by_indices<A: AxisOf<R> + Copy, const R: usize>(case: &Case, axis: A) {
    let list = numbers(&case.inputs[1]);
    let new = disguises(&floats::<R>(&case.inputs[2]));
    for (name, x) in disguises(&floats::<R>(&case.inputs[0])) {
        for (of_new, new) in &new {
            let how = format!("{name}, {of_new} elements");
            if case.name == "scatter_add" {
                let indices = Tensor::from_vec(list.clone(), case.inputs[1].shape::<R>()).unwrap();
                for (of_indices, indices) in disguises(&indices) {
                    let mut to = x.clone();
                    to.scatter_add(axis, &indices, new);
                    same(case, &format!("{how}, {of_indices} indices"), &to);
                }
                continue;
            }
            let mut to = x.clone();
            match case.name.as_str() {
                "index_add" => to.index_add(axis, &list, new),
                _ => to.index_assign(axis, &list, new),
            }
            same(case, &how, &to);
        }
    }
}

fn one_hot<const R: usize, const O: usize>(case: &Case)
where
    Last: InsertInto<R, Inserted = Rank<O>>,
{
    let labels = Tensor::from_vec(numbers(&case.inputs[0]), case.inputs[0].shape::<R>()).unwrap();
    let expected = &case.outputs[0];
    for (name, labels) in disguises(&labels) {
        let codes: Tensor<i64, O> = labels.one_hot(case.number("classes"));
        assert_eq!(codes.shape(), expected.shape::<O>(), "{case}, {name}");
        assert_eq!(codes.to_vec(), expected.ints(), "{case}, {name}");
    }
}

#[test]
fn agrees_with_numpy() {
    let cases = load("index");
    let cases: Vec<&Case> =
        cases.iter().filter(|case| NAMES.contains(&case.name.as_str())).collect();
    assert!(cases.len() > 100);
    for case in cases {
        let rank = case.inputs[0].shape.len();
        let of_mask = case.inputs.get(1).map_or(0, |data| data.shape.len());
        let axis = if case.has("axis") { case.number::<usize>("axis") } else { 0 };
        match (case.name.as_str(), rank, of_mask, axis) {
            ("mask_fill" | "assign_where", 1, 0, _) => by_mask::<1, 0>(case),
            ("mask_fill" | "assign_where", 1, ..) => by_mask::<1, 1>(case),
            ("mask_fill" | "assign_where", 2, 1, _) => by_mask::<2, 1>(case),
            ("mask_fill" | "assign_where", 2, ..) => by_mask::<2, 2>(case),
            ("mask_fill" | "assign_where", 3, 1, _) => by_mask::<3, 1>(case),
            ("mask_fill" | "assign_where", ..) => by_mask::<3, 2>(case),
            ("one_hot", 0, ..) => one_hot::<0, 1>(case),
            ("one_hot", 1, ..) => one_hot::<1, 2>(case),
            ("one_hot", ..) => one_hot::<2, 3>(case),
            (_, 1, ..) => by_indices::<_, 1>(case, Last),
            (_, 2, _, 0) => by_indices::<_, 2>(case, Axis::<0>),
            (_, 2, ..) => by_indices::<_, 2>(case, Last),
            (_, 3, _, 0) => by_indices::<_, 3>(case, Axis::<0>),
            (_, 3, _, 1) => by_indices::<_, 3>(case, Axis::<1>),
            _ => by_indices::<_, 3>(case, Axis::<2>),
        }
    }
}
