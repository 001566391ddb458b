//! Every view method on every type and disguise: against numpy, and the facts it stands for.

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use crate::oracle::Oracle;
use holor::Step;
use holor::prelude::*;

fn read<const R: usize>(data: &Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

/// Checks shape and elements, one index at a time and as a copy.
fn same<const O: usize>(case: &Case, how: &str, view: &TensorRef<i64, O>) {
    let expected = Oracle { shape: case.outputs[0].shape.clone(), values: case.outputs[0].ints() };
    assert_eq!(Oracle::of(view), expected, "{case}, {how}");
    assert_eq!(view.to_vec(), expected.values, "{case}, {how}");
}

/// Checks strides and offset where the case has them; `start` is the operand's first element.
fn placed<const O: usize>(case: &Case, start: *const i64, view: &TensorRef<i64, O>) {
    if !case.has("strides") {
        return;
    }
    assert_eq!(case.words("strides").len(), O, "{case}");
    for (axis, word) in case.words("strides").iter().enumerate() {
        if word != "*" {
            assert_eq!(view.strides()[axis].to_string(), *word, "{case}: stride of axis {axis}");
        }
    }
    let offset = (view.as_ptr().addr() - start.addr()) / size_of::<i64>();
    assert_eq!(offset, case.number::<usize>("offset"), "{case}: offset");
}

type Borrowed<'f, const R: usize, const O: usize> =
    &'f dyn for<'a> Fn(&'a TensorRef<i64, R>) -> TensorView<'a, i64, O>;
type Viewed<'f, const R: usize, const O: usize> =
    &'f dyn for<'a> Fn(TensorView<'a, i64, R>) -> TensorView<'a, i64, O>;
type Changed<'f, const R: usize, const O: usize> =
    &'f dyn for<'a> Fn(TensorViewMut<'a, i64, R>) -> TensorViewMut<'a, i64, O>;

/// Checks the view of the case's operand on the types that read: never a copy. An owned tensor is
/// `viewed`, which keeps its buffer.
fn check_reads<const R: usize, const O: usize>(
    case: &Case,
    borrowed: Borrowed<'_, R, O>,
    viewed: Viewed<'_, R, O>,
) {
    let t = read::<R>(&case.inputs[0]);
    placed(case, t.as_ptr(), &borrowed(&t));
    placed(case, t.as_ptr(), &viewed(t.view()));
    placed(case, t.as_ptr(), &t.clone().viewed(viewed));
    for (name, t) in disguises(&t) {
        for view in [borrowed(&t), viewed(t.view())] {
            same(case, name, &view);
            assert!(view.is_empty() || view.shares_memory_with(&t), "{case}, {name}: a copy");
        }
        assert!(!t.is_shared(), "{case}, {name}: a view that borrows counts no owner");
        let owned = t.clone().viewed(viewed);
        same(case, name, &owned);
        assert!(owned.is_empty() || owned.shares_memory_with(&t), "{case}, {name}: a copy");
        assert!(owned.is_shared() && t.is_shared(), "{case}, {name}");
        let at = owned.as_ptr();
        drop(owned);
        let alone = t.viewed(viewed);
        // Elements that are seen several times are copied before a write, whoever owns them.
        let repeats = ["(broadcast_to)", "(sliding_windows)"];
        let repeats = repeats.iter().any(|view| case.to_string().contains(view));
        assert!(repeats || !alone.is_shared(), "{case}, {name}: consumed, so the only owner");
        assert!(alone.is_empty() || alone.as_ptr() == at, "{case}, {name}: a copy");
        same(case, name, &alone);
    }
}

/// As [`check_reads`], and on mutable views: what is written through the view arrives.
fn check<const R: usize, const O: usize>(
    case: &Case,
    borrowed: Borrowed<'_, R, O>,
    viewed: Viewed<'_, R, O>,
    changed: Changed<'_, R, O>,
) {
    check_reads(case, borrowed, viewed);
    let mut t = read::<R>(&case.inputs[0]);
    let start = t.as_ptr();
    placed(case, start, &changed(t.view_mut()));
    let selected = case.outputs[0].ints();
    let flipped = |v: i64| if selected.contains(&v) { -1 - v } else { v };
    let expected: Vec<i64> = case.inputs[0].ints().into_iter().map(flipped).collect();
    for (name, mut t) in disguises(&t) {
        let mut view = changed(t.view_mut());
        same(case, name, &view);
        view.map_inplace(|v| *v = -1 - *v);
        assert_eq!(t.to_vec(), expected, "{case}, {name}: written");
    }
}

macro_rules! view {
    ($case:expr, $R:literal, |$x:ident| $view:expr) => {
        check::<$R, _>($case, &|$x| $view, &|$x| $view, &|$x| $view)
    };
}

/// One arm for each rank and axis (or pair of axes).
macro_rules! by_axes {
    ($case:expr, $axes:expr, [$($R:literal: $([$($A:literal)+])+;)+], |$x:ident, $a:tt| $view:expr) => {
        match ($case.inputs[0].shape.len(), $axes) {
            $($( ($R, [$($A),+]) => view!($case, $R, |$x| {
                let $a = ($(Axis::<$A>),+);
                $view
            }), )+)+
            other => panic!("{}: no test for {other:?}", $case),
        }
    };
}

macro_rules! permutations {
    ($case:expr, $axes:expr, [$($R:literal: $([$($A:tt)*])+;)+]) => {
        match ($case.inputs[0].shape.len(), $axes) {
            $($( ($R, [$($A),*]) => view!($case, $R, |x| x.permute(axes![$($A),*])), )+)+
            other => panic!("{}: no test for {other:?}", $case),
        }
    };
}

/// Runs the case if its operation reorders, adds or removes axes.
fn axes_case(case: &Case) -> bool {
    let axes: Vec<usize> = if case.has("axes") { case.numbers("axes") } else { Vec::new() };
    let axis: Vec<usize> = if case.has("axis") { vec![case.number("axis")] } else { Vec::new() };
    match (case.name.as_str(), case.inputs[0].shape.len()) {
        ("permute", _) => permutations!(case, &axes[..], [
            0: [];
            1: [0];
            2: [0 1] [1 0];
            3: [0 1 2] [0 2 1] [1 0 2] [1 2 0] [2 0 1] [2 1 0];
            4: [0 1 2 3] [0 1 3 2] [0 2 1 3] [0 2 3 1] [0 3 1 2] [0 3 2 1]
               [1 0 2 3] [1 0 3 2] [1 2 0 3] [1 2 3 0] [1 3 0 2] [1 3 2 0]
               [2 0 1 3] [2 0 3 1] [2 1 0 3] [2 1 3 0] [2 3 0 1] [2 3 1 0]
               [3 0 1 2] [3 0 2 1] [3 1 0 2] [3 1 2 0] [3 2 0 1] [3 2 1 0];
            5: [4 3 2 1 0] [2 0 4 1 3] [1 2 3 4 0] [0 2 1 3 4];
        ]),
        ("reverse_axes", 0) => view!(case, 0, |x| x.reverse_axes()),
        ("reverse_axes", 1) => view!(case, 1, |x| x.reverse_axes()),
        ("reverse_axes", 2) => view!(case, 2, |x| x.reverse_axes()),
        ("reverse_axes", 3) => view!(case, 3, |x| x.reverse_axes()),
        ("reverse_axes", 4) => view!(case, 4, |x| x.reverse_axes()),
        ("transpose", 2) => view!(case, 2, |x| x.transpose()),
        ("transpose", 3) => view!(case, 3, |x| x.transpose()),
        ("transpose", 4) => view!(case, 4, |x| x.transpose()),
        ("swap_axes" | "move_axis", _) => {
            let swap = case.name == "swap_axes";
            by_axes!(case, &axes[..], [
                1: [0 0];
                2: [0 0] [0 1] [1 0] [1 1];
                3: [0 0] [0 1] [0 2] [1 0] [1 1] [1 2] [2 0] [2 1] [2 2];
                4: [0 0] [0 1] [0 2] [0 3] [1 0] [1 1] [1 2] [1 3]
                   [2 0] [2 1] [2 2] [2 3] [3 0] [3 1] [3 2] [3 3];
            ], |x, (a, b)| if swap { x.swap_axes(a, b) } else { x.move_axis(a, b) });
        }
        ("diagonal", _) => by_axes!(case, &axes[..], [
            2: [0 1] [1 0];
            3: [0 1] [0 2] [1 0] [1 2] [2 0] [2 1];
            4: [0 1] [0 2] [0 3] [1 0] [1 2] [1 3] [2 0] [2 1] [2 3] [3 0] [3 1] [3 2];
        ], |x, (a, b)| x.diagonal(a, b)),
        ("flip" | "step", _) => {
            let step: isize = if case.has("step") { case.number("step") } else { 0 };
            by_axes!(case, &axis[..], [
                1: [0];
                2: [0] [1];
                3: [0] [1] [2];
                4: [0] [1] [2] [3];
            ], |x, a| if step == 0 { x.flip(a) } else { x.step(a, step) });
        }
        ("squeeze" | "index_axis", _) => {
            let index: Option<usize> = case.has("index").then(|| case.number("index"));
            by_axes!(case, &axis[..], [
                1: [0];
                2: [0] [1];
                3: [0] [1] [2];
                4: [0] [1] [2] [3];
            ], |x, a| match index {
                None => x.squeeze(a),
                Some(i) => x.index_axis(a, i),
            });
        }
        ("unsqueeze", _) => by_axes!(case, &axis[..], [
            0: [0];
            1: [0] [1];
            2: [0] [1] [2];
            3: [0] [1] [2] [3];
            4: [0] [1] [2] [3] [4];
        ], |x, a| x.unsqueeze(a)),
        _ => return false,
    }
    true
}

/// Reads `a:b:k`.
fn range(word: &str) -> Step<std::ops::Range<isize>> {
    let parts: Vec<isize> = word.split(':').map(|part| part.parse().unwrap()).collect();
    Step(parts[0]..parts[1], parts[2])
}

/// Runs the case if it is a slice.
fn slice_case(case: &Case) -> bool {
    if !matches!(case.name.as_str(), "slice" | "select") {
        return false;
    }
    let words = case.words("slice");
    let pattern: String = match case.has("pattern") {
        true => case.words("pattern").concat(),
        false => "r".repeat(words.len()),
    };
    let i = |n: usize| -> isize { words[n].parse().unwrap() };
    let r = |n: usize| range(&words[n]);
    let n = NewAxis;
    match pattern.as_str() {
        "r" => view!(case, 1, |x| x.slice(s![r(0)])),
        "rr" => view!(case, 2, |x| x.slice(s![r(0), r(1)])),
        "rrr" => view!(case, 3, |x| x.slice(s![r(0), r(1), r(2)])),
        "rrrr" => view!(case, 4, |x| x.slice(s![r(0), r(1), r(2), r(3)])),
        "i" => view!(case, 1, |x| x.slice(s![i(0)])),
        "nr" => view!(case, 1, |x| x.slice(s![n, r(1)])),
        "rn" => view!(case, 1, |x| x.slice(s![r(0), n])),
        "ir" => view!(case, 2, |x| x.slice(s![i(0), r(1)])),
        "ri" => view!(case, 2, |x| x.slice(s![r(0), i(1)])),
        "ii" => view!(case, 2, |x| x.slice(s![i(0), i(1)])),
        "nrr" => view!(case, 2, |x| x.slice(s![n, r(1), r(2)])),
        "rnr" => view!(case, 2, |x| x.slice(s![r(0), n, r(2)])),
        "rrn" => view!(case, 2, |x| x.slice(s![r(0), r(1), n])),
        "inr" => view!(case, 2, |x| x.slice(s![i(0), n, r(2)])),
        "irr" => view!(case, 3, |x| x.slice(s![i(0), r(1), r(2)])),
        "rir" => view!(case, 3, |x| x.slice(s![r(0), i(1), r(2)])),
        "rri" => view!(case, 3, |x| x.slice(s![r(0), r(1), i(2)])),
        "iri" => view!(case, 3, |x| x.slice(s![i(0), r(1), i(2)])),
        "iii" => view!(case, 3, |x| x.slice(s![i(0), i(1), i(2)])),
        "rnir" => view!(case, 3, |x| x.slice(s![r(0), n, i(2), r(3)])),
        other => panic!("{case}: no test for {other}"),
    }
    true
}

/// Runs the case if it repeats elements.
fn stretch_case(case: &Case) -> bool {
    fn broadcast<const R: usize, const O: usize>(case: &Case)
    where
        Rank<R>: BroadcastTo<Rank<O>>,
    {
        let to: [usize; O] = case.shape("shape").try_into().unwrap();
        check_reads::<R, O>(case, &|x| x.broadcast_to(to), &|x| x.broadcast_to(to));
        // A mutable view is read.
        let mut t = read::<R>(&case.inputs[0]);
        same(case, "mutable", &t.view_mut().broadcast_to(to));
    }
    fn windows<const R: usize, const O: usize>(case: &Case)
    where
        Rank<R>: Plus<Rank<R>, Output = Rank<O>>,
    {
        let size: [usize; R] = case.numbers("window").try_into().unwrap();
        check_reads::<R, O>(case, &|x| x.sliding_windows(size), &|x| x.sliding_windows(size));
        let mut t = read::<R>(&case.inputs[0]);
        same(case, "mutable", &t.view_mut().sliding_windows(size));
    }
    match (case.name.as_str(), case.inputs[0].shape.len(), case.outputs[0].shape.len()) {
        ("broadcast_to", 0, 1) => broadcast::<0, 1>(case),
        ("broadcast_to", 0, 2) => broadcast::<0, 2>(case),
        ("broadcast_to", 1, 1) => broadcast::<1, 1>(case),
        ("broadcast_to", 1, 2) => broadcast::<1, 2>(case),
        ("broadcast_to", 1, 3) => broadcast::<1, 3>(case),
        ("broadcast_to", 2, 2) => broadcast::<2, 2>(case),
        ("broadcast_to", 2, 3) => broadcast::<2, 3>(case),
        ("broadcast_to", 3, 3) => broadcast::<3, 3>(case),
        ("sliding_windows", 1, _) => windows::<1, 2>(case),
        ("sliding_windows", 2, _) => windows::<2, 4>(case),
        ("sliding_windows", 3, _) => windows::<3, 6>(case),
        _ => return false,
    }
    true
}

#[test]
fn numpy_agrees_on_views() {
    let mut seen = 0;
    for case in fixtures::load("views") {
        let reshapes = matches!(case.name.as_str(), "reshape" | "flatten");
        let known = axes_case(&case) || slice_case(&case) || stretch_case(&case) || reshapes;
        assert!(known, "{case}: no test");
        seen += usize::from(!reshapes);
    }
    assert!(seen > 550, "{seen} cases");
}

/// The operand of a reshape, permuted or sliced as the case says, and where its buffer starts.
fn operand<const R: usize>(case: &Case) -> (Tensor<i64, R>, *const i64) {
    let base = case.inputs[0].shape::<R>();
    let (mut shape, mut strides, mut offset) = (base, [1; R], 0);
    for axis in (1..R).rev() {
        strides[axis - 1] = strides[axis] * base[axis].max(1) as isize;
    }
    let dense = strides;
    if case.has("axes") {
        for (i, axis) in case.numbers::<usize>("axes").into_iter().enumerate() {
            (shape[i], strides[i]) = (base[axis], dense[axis]);
        }
    }
    if case.has("slice") {
        for (axis, word) in case.words("slice").iter().enumerate() {
            let Step(range, step) = range(word);
            let first = if step > 0 { range.start } else { range.end - 1 };
            offset += (first * dense[axis]) as usize;
            shape[axis] = ((range.end - range.start) as usize).div_ceil(step.unsigned_abs());
            strides[axis] = dense[axis] * step;
        }
    }
    let buffer = case.inputs[0].ints();
    let start = buffer.as_ptr();
    (Tensor::from_vec_strided(buffer, shape, strides, offset).unwrap(), start)
}

fn reshapes<const R: usize, const O: usize>(case: &Case) {
    let (mut t, start) = operand::<R>(case);
    let to: [usize; O] = case.shape("shape").try_into().unwrap();
    let order = match case.word("order") {
        "row_major" => Order::RowMajor,
        _ => Order::ColMajor,
    };
    same(case, "by order", &t.reshape_with_order(to, order));
    same(case, "by order, of a view", &t.view().reshape_with_order(to, order));
    same(case, "by order, of a mutable view", &t.view_mut().reshape_with_order(to, order));
    for (name, t) in disguises(&t) {
        same(case, name, &t.reshape_with_order(to, order));
    }
    if order == Order::ColMajor {
        return;
    }
    let reshaped = t.reshape(to);
    same(case, "reshape", &reshaped);
    let copy = t.view().reshape(to);
    same(case, "reshape of a view", &copy);
    assert!(!copy.shares_memory_with(&t) && copy.is_contiguous(), "{case}: borrowed, so a copy");
    if case.number::<usize>("view") == 1 {
        assert!(t.is_empty() || reshaped.shares_memory_with(&t), "{case}: a copy");
        let view = t.reshape_view(to).unwrap();
        placed(case, start, &reshaped);
        placed(case, start, &view);
        same(case, "reshape_view", &view);
        same(case, "reshape_view of a view", &t.view().reshape_view(to).unwrap());
        drop((reshaped, view));
        let mut view = t.view_mut().reshape_view(to).unwrap();
        same(case, "reshape_view of a mutable view", &view);
        view += 1;
        let more: Vec<i64> = case.outputs[0].ints().into_iter().map(|v| v + 1).collect();
        assert_eq!((t.to_vec(), t.reshape(to).to_vec()), (more.clone(), more), "{case}: written");
    } else {
        assert!(!reshaped.shares_memory_with(&t) && reshaped.is_contiguous(), "{case}: a copy");
        let errors = [
            t.reshape_view(to).err().unwrap(),
            t.view().reshape_view(to).err().unwrap(),
            t.view_mut().reshape_view(to).err().unwrap(),
        ];
        for error in errors {
            let ErrorKind::NotAView { outer, inner } = *error.kind() else {
                panic!("{case}: {error}")
            };
            assert_eq!(
                error.to_string(),
                format!(
                    "reshape_view: {:?} to {to:?}: axes {outer} and {inner} do not follow each other in \
                     memory; `reshape` copies where a view is not possible",
                    t.shape()
                )
            );
        }
    }
}

fn flattens<const R: usize>(case: &Case) {
    let (t, _) = operand::<R>(case);
    for (name, t) in disguises(&t).into_iter().chain([("the operand", t)]) {
        let order = match case.word("order") {
            "row_major" => Order::RowMajor,
            _ => Order::ColMajor,
        };
        same(case, name, &t.flatten_with_order(order));
        same(case, name, &t.view().flatten_with_order(order));
        assert_eq!(t.to_vec_with_order(order), case.outputs[0].ints(), "{case}, {name}");
        if order == Order::RowMajor {
            same(case, name, &t.flatten());
        }
    }
}

#[test]
fn numpy_agrees_on_reshapes() {
    fn from<const R: usize>(case: &Case) {
        match (case.name.as_str(), case.outputs[0].shape.len()) {
            ("flatten", _) => flattens::<R>(case),
            (_, 0) => reshapes::<R, 0>(case),
            (_, 1) => reshapes::<R, 1>(case),
            (_, 2) => reshapes::<R, 2>(case),
            (_, 3) => reshapes::<R, 3>(case),
            (_, 4) => reshapes::<R, 4>(case),
            (_, 5) => reshapes::<R, 5>(case),
            (_, rank) => panic!("{case}: no test for rank {rank}"),
        }
    }
    let mut seen = 0;
    for case in fixtures::load("views") {
        if !matches!(case.name.as_str(), "reshape" | "flatten") {
            continue;
        }
        seen += 1;
        match case.inputs[0].shape.len() {
            0 => from::<0>(&case),
            1 => from::<1>(&case),
            2 => from::<2>(&case),
            3 => from::<3>(&case),
            4 => from::<4>(&case),
            rank => panic!("{case}: no test for rank {rank}"),
        }
    }
    assert!(seen > 300, "{seen} cases");
}
