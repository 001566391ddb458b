//! `concat`, `stack` and `pad` against the oracle, over disguises, and numpy.

use holor::prelude::*;
use holor::{try_concat, try_stack};

use crate::disguise::disguises;
use crate::fixtures::{self, Case};
use crate::oracle::Oracle;

fn counted<const R: usize>(shape: [usize; R], first: i32) -> Tensor<i32, R> {
    let mut i = first;
    Tensor::from_fn(shape, |_| {
        i += 1;
        i
    })
}

/// Which part an index along the joined axis falls into, and where in it.
fn find(sizes: &[usize], mut i: usize) -> (usize, usize) {
    for (part, &size) in sizes.iter().enumerate() {
        if i < size {
            return (part, i);
        }
        i -= size;
    }
    panic!("index past the parts")
}

fn check_concat<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R], sizes: &[usize]) {
    let parts: Vec<Tensor<i32, R>> = sizes
        .iter()
        .enumerate()
        .map(|(n, &size)| {
            let mut shape = shape;
            shape[A::INDEX] = size;
            counted(shape, 100 * n as i32)
        })
        .collect();
    let mut joined = shape;
    joined[A::INDEX] = sizes.iter().sum();
    let expected = Oracle::from_fn(&joined, |mut index| {
        let (part, i) = find(sizes, index[A::INDEX]);
        index[A::INDEX] = i;
        parts[part][index.try_into().unwrap()]
    });
    assert_eq!(Oracle::of(&concat(axis, &parts)), expected);
    // Each part in turn in each disguise; and elements that need dropping.
    for (n, part) in parts.iter().enumerate() {
        for (name, disguise) in disguises(part) {
            let mut views: Vec<_> = parts.iter().map(|part| part.view()).collect();
            views[n] = disguise.view();
            let result = concat(axis, &views);
            assert_eq!(Oracle::of(&result), expected, "{shape:?} {sizes:?} part {n} {name}");
            assert!(result.is_contiguous() && !result.is_shared());
            let boxed: Vec<_> = views.iter().map(|view| view.map(|&x| Box::new(x))).collect();
            let result = concat(axis, &boxed).map(|x| **x);
            assert_eq!(Oracle::of(&result), expected, "{shape:?} {sizes:?} part {n} {name}");
        }
    }
}

#[test]
fn concat_over_all_axes_and_disguises() {
    check_concat(Axis::<0>, [0], &[3]);
    check_concat(Axis::<0>, [0], &[3, 0, 2]);
    check_concat(Axis::<0>, [0, 3], &[2, 1]);
    check_concat(Axis::<1>, [3, 0], &[2, 1, 4]);
    check_concat(Last, [20, 0], &[9, 10]);
    check_concat(Axis::<0>, [0, 2, 3], &[2, 1]);
    check_concat(Axis::<1>, [2, 0, 3], &[2, 0, 3]);
    check_concat(Axis::<2>, [2, 3, 0], &[1, 1, 1]);
    check_concat(Axis::<0>, [0, 0, 3], &[2, 1]);
    check_concat(Axis::<2>, [2, 1, 0, 2], &[3, 1]);
    check_concat(Axis::<1>, [0, 0], &[2, 2]);
    check_concat(Axis::<0>, [0, 300], &[2, 1]);
    check_concat(Axis::<1>, [2, 0], &[300, 400]);
}

#[test]
fn stack_over_all_places_and_disguises() {
    fn check<A, const R: usize, const O: usize>(axis: A, shape: [usize; R], count: usize)
    where
        A: InsertInto<R, Inserted = Rank<O>> + Copy,
    {
        let parts: Vec<_> = (0..count).map(|n| counted(shape, 100 * n as i32)).collect();
        let mut stacked = shape.to_vec();
        stacked.insert(A::INDEX, count);
        let expected = Oracle::from_fn(&stacked, |mut index| {
            let part = index.remove(A::INDEX);
            parts[part][index.try_into().unwrap()]
        });
        for (name, disguise) in disguises(&parts[0]) {
            let mut parts = parts.clone();
            parts[0] = disguise;
            let result: Tensor<i32, O> = stack(axis, &parts);
            assert_eq!(Oracle::of(&result), expected, "{shape:?} {name}");
            let boxed: Vec<_> = parts.iter().map(|part| part.map(|&x| Box::new(x))).collect();
            let result: Tensor<i32, O> = stack(axis, &boxed).map(|x| **x);
            assert_eq!(Oracle::of(&result), expected, "{shape:?} {name}");
        }
    }
    check(Axis::<0>, [3], 1);
    check(Axis::<0>, [3], 2);
    check(Axis::<1>, [3], 4);
    check(Axis::<0>, [2, 3], 2);
    check(Axis::<1>, [2, 3], 3);
    check(Last, [2, 3], 2);
    check(Back::<2>, [2, 3, 2], 2);
    check(Last, [0, 2], 2);
    let scalars: Tensor<i32, 1> = stack(Last, &[Tensor::scalar(1), Tensor::scalar(2)]);
    assert_eq!(scalars, tensor![1, 2]);
}

#[test]
fn pad_over_all_disguises() {
    fn check<const R: usize>(shape: [usize; R], widths: [(usize, usize); R]) {
        let t = counted(shape, 0);
        let padded: [usize; R] = std::array::from_fn(|i| widths[i].0 + shape[i] + widths[i].1);
        let expected = Oracle::from_fn(&padded, |index| {
            let mut inside = [0; R];
            for axis in 0..R {
                match index[axis].checked_sub(widths[axis].0) {
                    Some(i) if i < shape[axis] => inside[axis] = i,
                    _ => return -1,
                }
            }
            t[inside]
        });
        for (name, t) in disguises(&t) {
            let context = format!("{shape:?} {widths:?} {name}");
            assert_eq!(Oracle::of(&t.pad(widths, -1)), expected, "{context}");
            assert_eq!(Oracle::of(&t.view().pad(widths, -1)), expected, "{context}");
            let boxed = t.map(|&x| Box::new(x)).pad(widths, Box::new(-1)).map(|x| **x);
            assert_eq!(Oracle::of(&boxed), expected, "{context}");
        }
    }
    for a in [(0, 0), (1, 0), (0, 2), (2, 1)] {
        check([3], [a]);
        check([0], [a]);
        for b in [(0, 0), (1, 0), (0, 2), (2, 1)] {
            check([2, 3], [a, b]);
            check([0, 3], [a, b]);
            check([3, 0], [a, b]);
            for c in [(0, 0), (1, 2)] {
                check([2, 1, 3], [a, b, c]);
                check([2, 3, 2], [c, a, b]);
                check([2, 0, 2], [b, c, a]);
            }
        }
    }
    assert_eq!(Tensor::scalar(3).pad([], 0).item(), 3);
    let image = counted([2, 2, 3], 0);
    assert_eq!(image.pad_image(1, 2, 3, 4, 9), image.pad([(0, 0), (1, 2), (3, 4)], 9));
}

#[test]
fn errors_name_the_operation_and_both_shapes() {
    fn text<V>(result: Result<V, ShapeError>) -> String {
        result.err().expect("an error").to_string()
    }
    let of = |shape| counted::<2>(shape, 0);
    let none: [Tensor<i32, 2>; 0] = [];
    assert_eq!(text(try_concat(Axis::<0>, &none)), "concat: there is nothing to join");
    assert_eq!(text(try_stack::<_, _, 2, 3>(Last, &none)), "stack: there is nothing to join");
    assert_eq!(
        text(try_concat(Axis::<0>, &[of([2, 3]), of([1, 3]), of([2, 4])])),
        "concat: [2, 3] and [2, 4]: sizes 3 and 4 of axis 1 differ"
    );
    assert_eq!(
        text(try_concat(Axis::<1>, &[of([2, 3]), of([4, 2])])),
        "concat: [2, 3] and [4, 2]: sizes 2 and 4 of axis 0 differ"
    );
    assert_eq!(
        text(try_stack::<_, _, 2, 3>(Axis::<0>, &[of([2, 3]), of([2, 4])])),
        "stack: [2, 3] and [2, 4]: sizes 3 and 4 of axis 1 differ"
    );
    #[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
    {
        let number = Tensor::<i32, 1>::zeros([1]);
        let long = number.broadcast_to([1 << 60]);
        assert_eq!(
            text(try_concat(Last, &[long, long])),
            "concat: [2305843009213693952]: more elements than memory can address"
        );
        assert_eq!(
            text(try_stack::<_, _, 1, 2>(Last, &[long, long])),
            "stack: [1152921504606846976, 2]: more elements than memory can address"
        );
        let nothing = Tensor::<(), 1>::full([1], ());
        let unit = nothing.broadcast_to([isize::MAX as usize]);
        assert_eq!(
            text(try_concat(Last, &[unit, unit, unit])),
            "concat: [18446744073709551614]: more elements than memory can address"
        );
        assert_eq!(
            text(of([2, 3]).try_pad([(0, 0), (1 << 62, 1)], 0)),
            "pad: [2, 3] to [2, 4611686018427387908]: more elements than memory can address"
        );
        assert_eq!(
            text(counted([2], 0).try_pad([(0, 1 << 63)], 0)),
            "pad: [2] to [9223372036854775810]: more elements than memory can address"
        );
        assert_eq!(
            text(of([2, 3]).try_pad_image(0, usize::MAX - 4, 0, 0, 0)),
            "pad_image: [2, 3] to [18446744073709551613, 3]: more elements than memory can address"
        );
    }
}

#[test]
#[should_panic = "concat: [2, 3] and [2, 4]: sizes 3 and 4 of axis 1 differ"]
fn concat_panics_with_the_text_of_its_error() {
    let _ = concat(Axis::<0>, &[counted([2, 3], 0), counted([2, 4], 0)]);
}

fn ints<const R: usize>(data: &fixtures::Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

fn pad<const R: usize>(case: &Case) {
    let numbers: Vec<usize> = case.numbers("pads");
    let widths = std::array::from_fn(|axis| (numbers[2 * axis], numbers[2 * axis + 1]));
    let result = ints::<R>(&case.inputs[0]).pad(widths, case.number("value"));
    assert_eq!(Oracle::of(&result), Oracle::of(&ints::<R>(&case.outputs[0])), "{case}");
}

fn joined<A: AxisOf<R>, const R: usize>(case: &Case, axis: A) {
    if case.inputs[0].dtype == "i64" {
        let parts: Vec<_> = case.inputs.iter().map(ints::<R>).collect();
        let expected = Oracle::of(&ints::<R>(&case.outputs[0]));
        assert_eq!(Oracle::of(&concat(axis, &parts)), expected, "{case}");
    } else {
        let of = |data: &fixtures::Data| Tensor::<f64, R>::from_vec(data.f64s(), data.shape());
        let parts: Vec<_> = case.inputs.iter().map(|data| of(data).unwrap()).collect();
        let expected = Oracle::of(&of(&case.outputs[0]).unwrap());
        assert_eq!(Oracle::of(&concat(axis, &parts)), expected, "{case}");
    }
}

fn stacked<A: InsertInto<R, Inserted = Rank<O>>, const R: usize, const O: usize>(
    case: &Case,
    axis: A,
) {
    let parts: Vec<_> = case.inputs.iter().map(ints::<R>).collect();
    let expected = Oracle::of(&ints::<O>(&case.outputs[0]));
    assert_eq!(Oracle::of(&stack(axis, &parts)), expected, "{case}");
}

#[test]
fn joins_and_pads_agree_with_numpy() {
    let mut checked = 0;
    for case in &fixtures::load("build") {
        let rank = case.inputs.first().map_or(0, |data| data.shape.len());
        let axis = if case.has("axis") { case.number::<usize>("axis") } else { 0 };
        checked += 1;
        match (case.name.as_str(), rank, axis) {
            ("pad", 1, _) => pad::<1>(case),
            ("pad", 2, _) => pad::<2>(case),
            ("pad", 3, _) => pad::<3>(case),
            ("pad", 4, _) => pad::<4>(case),
            ("concat", 1, 0) => joined::<_, 1>(case, Axis::<0>),
            ("concat", 2, 0) => joined::<_, 2>(case, Axis::<0>),
            ("concat", 2, 1) => joined::<_, 2>(case, Axis::<1>),
            ("concat", 3, 0) => joined::<_, 3>(case, Axis::<0>),
            ("concat", 3, 1) => joined::<_, 3>(case, Axis::<1>),
            ("concat", 3, 2) => joined::<_, 3>(case, Axis::<2>),
            ("concat", 4, 1) => joined::<_, 4>(case, Axis::<1>),
            ("stack", 0, 0) => stacked::<_, 0, 1>(case, Axis::<0>),
            ("stack", 1, 0) => stacked::<_, 1, 2>(case, Axis::<0>),
            ("stack", 1, 1) => stacked::<_, 1, 2>(case, Axis::<1>),
            ("stack", 2, 0) => stacked::<_, 2, 3>(case, Axis::<0>),
            ("stack", 2, 1) => stacked::<_, 2, 3>(case, Axis::<1>),
            ("stack", 2, 2) => stacked::<_, 2, 3>(case, Axis::<2>),
            ("stack", 3, 0) => stacked::<_, 3, 4>(case, Axis::<0>),
            ("stack", 3, 1) => stacked::<_, 3, 4>(case, Axis::<1>),
            ("stack", 3, 2) => stacked::<_, 3, 4>(case, Axis::<2>),
            ("stack", 3, 3) => stacked::<_, 3, 4>(case, Axis::<3>),
            ("pad" | "concat" | "stack", ..) => panic!("{case}: rank {rank}, axis {axis}"),
            _ => checked -= 1,
        }
    }
    assert_eq!(checked, 16 + 24 + 26);
}

#[test]
fn parts_are_tensors_views_or_references_to_either() {
    let (a, b) = (counted([2, 3], 0), counted([1, 3], 6));
    let expected = counted([3, 3], 0);
    let (owned, lent) = (vec![a.clone(), b.clone()], [&a, &b]);
    assert_eq!(concat(Axis::<0>, &owned), expected);
    assert_eq!(concat(Axis::<0>, &lent), expected);
    assert_eq!(concat(Axis::<0>, &[a.view(), b.view()]), expected);
    assert_eq!(concat(Axis::<0>, &[&a.view(), &b.view()]), expected);
    assert_eq!(concat(Axis::<0>, &owned.iter().collect::<Vec<_>>()), expected);
    let expected = stack(Last, &[a.clone(), a.clone()]);
    assert_eq!(expected.shape(), [2, 3, 2]);
    assert_eq!(stack(Last, &[&a, &a]), expected);
    assert_eq!(stack(Last, &[&a.view(), &a.view()]), expected);
}

/// A part that lends another tensor each time it is asked.
struct Fickle(std::cell::Cell<bool>, Tensor<i32, 2>, Tensor<i32, 2>);

impl AsRef<TensorRef<i32, 2>> for Fickle {
    fn as_ref(&self) -> &TensorRef<i32, 2> {
        if self.0.replace(true) { &self.2 } else { &self.1 }
    }
}

#[test]
fn each_part_is_borrowed_once() {
    let fickle = || Fickle(false.into(), counted([1, 3], 0), counted([50, 3], 0));
    let once = counted([1, 3], 0);
    assert_eq!(concat(Axis::<0>, &[fickle(), fickle()]), concat(Axis::<0>, &[&once, &once]));
    assert_eq!(stack(Last, &[fickle(), fickle()]), stack(Last, &[&once, &once]));
}

/// Results of a mebibyte and more are written in pieces, on several threads where there are.
#[test]
fn large_results_are_written_once_everywhere() {
    let value = |[i, j, k]: [usize; 3]| (i * 7919 + j * 131 + k) as i32;
    let x = Tensor::from_fn([5, 301, 203], value);
    let y = x.permute(axes![2, 1, 0]); // [203, 301, 5]
    for widths in [
        [(0, 0), (0, 0), (3, 2)],
        [(2, 1), (0, 0), (0, 0)],
        [(0, 1), (3, 0), (0, 0)],
        [(1, 0), (0, 4), (5, 0)],
        [(0, 0); 3],
    ] {
        let inside = |i: usize, (before, _): (usize, usize), size: usize| {
            i.checked_sub(before).filter(|&i| i < size)
        };
        let check = |padded: Tensor<i32, 3>, shape: [usize; 3], at: &dyn Fn([usize; 3]) -> i32| {
            let expected = |index: [usize; 3]| {
                let at_axis = |axis: usize| inside(index[axis], widths[axis], shape[axis]);
                match (at_axis(0), at_axis(1), at_axis(2)) {
                    (Some(i), Some(j), Some(k)) => at([i, j, k]),
                    _ => -1,
                }
            };
            assert!(padded.indexed_iter().all(|(index, &x)| x == expected(index)), "{widths:?}");
        };
        check(x.pad(widths, -1), x.shape(), &value);
        check(y.pad(widths, -1), y.shape(), &|[i, j, k]| value([k, j, i]));
    }
    let (middle, last) = (concat(Axis::<1>, &[&x, &x]), concat(Axis::<2>, &[&x, &x]));
    assert!(middle.indexed_iter().all(|([i, j, k], &found)| found == value([i, j % 301, k])));
    assert!(last.indexed_iter().all(|([i, j, k], &found)| found == value([i, j, k % 203])));
    let turned = concat(Axis::<0>, &[y.view(), y.view()]);
    assert!(turned.indexed_iter().all(|([i, j, k], &found)| found == value([k, j, i % 203])));
    assert!(
        x.view().to_contiguous() == x && stack(Axis::<0>, &[&x, &x]).shape() == [2, 5, 301, 203]
    );
}
