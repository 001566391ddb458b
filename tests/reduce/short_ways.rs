//! Few elements, results that are decided early, and best elements row by row.

use crate::disguise::disguises;
use holor::prelude::*;

/// Integers that repeat, whose sums are exact.
fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<i64, R> {
    let mut state = 3_u64;
    Tensor::from_fn(shape, |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 60) as i64 - 7
    })
}

/// The position of the first of the greatest.
fn first_of(lane: &[i64]) -> usize {
    let greatest = lane.iter().max().unwrap();
    lane.iter().position(|x| x == greatest).unwrap()
}

#[test]
fn up_to_64_elements_and_a_little_more() {
    for shape in [[1, 1], [1, 64], [64, 1], [8, 8], [5, 13], [13, 5], [2, 32], [16, 16], [64, 65]] {
        let x = numbers(shape);
        for (name, x) in disguises(&x) {
            let floats = x.cast::<f64>();
            let rows: Vec<Vec<i64>> = (0..shape[0]).map(|i| x.row(i).to_vec()).collect();
            let columns: Vec<Vec<i64>> =
                (0..shape[1]).map(|j| x.index_axis(Axis::<1>, j).to_vec()).collect();
            for (found, bytes, at, lanes) in [
                (x.sum(Last), x.cast::<i8>().max(Last), x.argmax(Last), &rows),
                (x.sum(Axis::<0>), x.cast::<i8>().max(Axis::<0>), x.argmax(Axis::<0>), &columns),
            ] {
                for (i, lane) in lanes.iter().enumerate() {
                    assert_eq!(found[[i]], lane.iter().sum::<i64>(), "{name} {shape:?}");
                    assert_eq!(i64::from(bytes[[i]]), *lane.iter().max().unwrap(), "{name}");
                    assert_eq!(at[[i]], first_of(lane), "{name} {shape:?}");
                }
            }
            assert_eq!(floats.sum(All).item(), x.sum(All).item() as f64);
            assert_eq!(x.argmax(All).item(), first_of(&x.to_vec()), "{name} {shape:?}");
        }
    }
}

#[test]
fn the_deciding_element_is_found_wherever_it_lies() {
    let len = 3 * 65536 + 77;
    for place in [0, 1, 65535, 65536, 2 * 65536 + 5, len - 1] {
        let one = Tensor::from_fn([len], |[i]| i == place);
        assert!(one.any(All).item() && !one.all(All).item());
        assert!(!(!&one).all(All).item() && (!&one).any(All).item());
        let bytes = one.map(|&x| if x { u8::MAX } else { 3 });
        assert_eq!((bytes.max(All).item(), bytes.min(All).item()), (u8::MAX, 3));
        let least = one.map(|&x| if x { i64::MIN } else { 3 });
        assert_eq!((least.max(All).item(), least.min(All).item()), (3, i64::MIN));
        let nan = one.map(|&x| if x { f64::NAN } else { 3.0 });
        assert!(nan.max(All).item().is_nan() && nan.min(All).item().is_nan());
    }
    for x in [true, false] {
        let all = Tensor::full([len], x);
        assert_eq!((all.any(All).item(), all.all(All).item()), (x, x));
    }
}

#[test]
fn each_result_is_decided_by_its_own_elements() {
    let x = Tensor::from_fn([70, 300], |[i, j]| (i * 300 + j) % 331 == 5);
    for (name, x) in disguises(&x) {
        let (rows, columns) = (x.any(Last), x.any(Axis::<0>));
        for i in 0..70 {
            assert_eq!(rows[[i]], x.row(i).iter().any(|&x| x), "{name}");
        }
        for j in 0..300 {
            let column = x.index_axis(Axis::<1>, j);
            assert_eq!(columns[[j]], column.iter().any(|&x| x), "{name}");
        }
    }
}

#[test]
fn of_equal_rows_the_first_has_the_best() {
    let x = numbers([200, 40]);
    for (name, x) in disguises(&x) {
        let (found, of_floats) = (x.argmax(Axis::<0>), x.cast::<f32>().argmax(Axis::<0>));
        let of_bytes = x.cast::<i8>().argmax(Axis::<0>);
        for j in 0..40 {
            let first = first_of(&x.index_axis(Axis::<1>, j).to_vec());
            assert_eq!([found[[j]], of_floats[[j]], of_bytes[[j]]], [first; 3], "{name}");
        }
        let flipped = x.view().flip(Axis::<0>);
        let found = flipped.argmax(Axis::<0>);
        for j in 0..40 {
            let first = first_of(&flipped.index_axis(Axis::<1>, j).to_vec());
            assert_eq!(found[[j]], first, "{name}, flipped");
        }
    }
}

type Reductions<'a, T, U> = &'a [(&'a str, fn(&MatrixRef<T>) -> Vector<U>)];

/// Compares what is made of many lanes with what is made of each alone.
fn each_lane_alone<T: Clone, U: Copy + std::fmt::Debug>(
    x: &MatrixRef<T>,
    name: &str,
    reductions: Reductions<'_, T, U>,
    is_equal: fn(U, U) -> bool,
) {
    for (operation, reduce) in reductions {
        let results = reduce(x);
        for i in 0..x.shape()[0] {
            let alone = reduce(&x.narrow(Axis::<0>, i, 1))[[0]];
            let n = x.shape()[1];
            assert!(
                is_equal(results[[i]], alone),
                "{operation} of lane {i} of {n}, {name}: {:?} and {alone:?}",
                results[[i]]
            );
        }
    }
}

/// The last column.
fn last_of<T: Clone>(x: &MatrixRef<T>) -> Vector<T> {
    x.index_axis(Axis::<1>, x.shape()[1] - 1).to_owned()
}

#[test]
fn many_short_lanes_are_as_each_alone() {
    fn close(x: f64, y: f64) -> bool {
        x == y || (x - y).abs() <= 1e-5 * (1.0 + x.abs()) || x.is_nan() && y.is_nan()
    }
    for n in [1, 3, 8, 10, 17, 31, 50, 51] {
        let mut x = numbers([150, n]).cast::<f32>() * 0.25 + 0.1;
        x[[5, n / 2]] = f32::NAN;
        x[[77, n - 1]] = f32::INFINITY;
        x.row_mut(80).fill(f32::NEG_INFINITY);
        for (name, x) in disguises(&x) {
            let floats: Reductions<'_, f32, f32> = &[
                ("sum", |x| x.sum(Last)),
                ("max", |x| x.max(Last)),
                ("min", |x| x.min(Last)),
                ("prod", |x| x.prod(Last)),
                ("norm", |x| x.norm(Last)),
                ("logsumexp", |x| x.logsumexp(Last)),
                ("softmax", |x| last_of(&x.softmax(Last))),
                ("log_softmax", |x| last_of(&x.log_softmax(Last))),
            ];
            each_lane_alone(&x, name, floats, |x, y| close(x.into(), y.into()));
            let doubles: Reductions<'_, f64, f64> = &[
                ("sum", |x| x.sum(Last)),
                ("max", |x| x.max(Last)),
                ("prod", |x| x.prod(Last)),
                ("var", |x| x.var(Last)),
                ("softmax", |x| last_of(&x.softmax(Last))),
            ];
            each_lane_alone(&x.cast::<f64>(), name, doubles, close);
            let places: Reductions<'_, f32, usize> = &[
                ("argmax", |x| x.argmax(Last)),
                ("argmin", |x| x.argmin(Last)),
                ("count", |x| x.count_nonzero(Last)),
            ];
            each_lane_alone(&x, name, places, |x, y| x == y);
            let integers: Reductions<'_, i32, i64> = &[
                ("sum", |x| x.sum(Last).cast()),
                ("max", |x| x.max(Last).cast()),
                ("argmax", |x| x.argmax(Last).map(|&x| x as i64)),
            ];
            each_lane_alone(
                &x.map(|x| (x.clamp(-9.0, 9.0) * 4.0) as i32),
                name,
                integers,
                |x, y| x == y,
            );
            let bytes: Reductions<'_, u8, usize> =
                &[("min", |x| x.min(Last).map(|&x| x.into())), ("argmax", |x| x.argmax(Last))];
            each_lane_alone(&x.map(|x| (x * 4.0) as u8), name, bytes, |x, y| x == y);
        }
    }
}

/// Sums of integers, which are exact in every type, for each length about the limit up to which lanes are folded in place.
#[test]
fn short_lanes_of_every_length_are_added_up() {
    for n in 1..=20 {
        let x = numbers([100, n]);
        for (name, x) in disguises(&x) {
            let expected: Vec<i64> = (0..100).map(|i| x.row(i).to_vec().iter().sum()).collect();
            let expected = Tensor::from_vec(expected, [100]).unwrap();
            assert_eq!(x.sum(Last), expected, "{n}, {name}");
            assert_eq!(x.cast::<i32>().sum(Last).cast::<i64>(), expected, "{n}, {name}");
            assert_eq!(x.cast::<f32>().sum(Last).cast::<i64>(), expected, "{n}, {name}");
            assert_eq!(x.cast::<f64>().sum(Last).cast::<i64>(), expected, "{n}, {name}");
        }
    }
}

#[test]
fn short_lanes_do_not_depend_on_the_number_of_threads() {
    // 3.2 MB, with rows of 40,000 and of 8000 lanes.
    for shape in [[40_000, 10], [8000, 50]] {
        let x = numbers(shape).cast::<f64>() * 0.37;
        let results = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                (x.sum(Last), x.prod(Last), x.var(Last), x.argmax(Last), x.softmax(Last))
            })
        };
        assert_eq!(results(1), results(3));
    }
}
