//! Greatest and least elements of lanes of many lengths, and where they are, against plain loops.

use crate::disguise::disguises;
use holor::prelude::*;

fn is_nan<T: PartialOrd>(x: &T) -> bool {
    x.partial_cmp(x).is_none()
}

/// The first place of the best element by `is_better`; of the first NaN, if there is one.
fn place<T: PartialOrd + Copy>(lane: &[T], is_better: impl Fn(&T, &T) -> bool) -> usize {
    if let Some(first) = lane.iter().position(is_nan) {
        return first;
    }
    (1..lane.len()).fold(0, |best, i| if is_better(&lane[i], &lane[best]) { i } else { best })
}

/// Compares rows of a matrix with a loop.
macro_rules! check {
    ($rows:expr, $what:expr) => {
        let (rows, what) = (&$rows, &$what);
        let (argmax, argmin) = (rows.argmax(Last), rows.argmin(Last));
        let (max, min) = (rows.max(Last), rows.min(Last));
        for (i, row) in rows.axis_iter(Axis::<0>).enumerate() {
            let row = row.to_vec();
            let (greatest, least) = (place(&row, |a, b| a > b), place(&row, |a, b| a < b));
            assert_eq!((argmax[[i]], argmin[[i]]), (greatest, least), "{what}, row {i}");
            let same = |a, b| a == b || is_nan(&a) && is_nan(&b);
            assert!(same(max[[i]], row[greatest]) && same(min[[i]], row[least]), "{what}, row {i}");
        }
    };
}

/// Numbers below `limit`: few of them are equal to many others.
fn below(limit: u64, shape: [usize; 2]) -> Tensor<i64, 2> {
    let mut state = limit;
    Tensor::from_fn(shape, |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % limit) as i64 - limit as i64 / 2
    })
}

#[test]
fn of_lanes_of_every_length() {
    for len in (1..200).chain([255, 256, 257, 300, 1000]) {
        for limit in [2, 5, 1000] {
            // Many rows of few numbers are read column by column.
            let rows = if len <= 64 { 17 } else { 7 };
            let (x, what) = (below(limit, [rows, len]), format!("{len} below {limit}"));
            check!(x, what);
            check!(x.cast::<i32>(), what);
            check!(x.map(|&x| x as u64 ^ 1 << 63), what);
            check!(x.map(|&x| x as u32 ^ 1 << 31), what);
            check!(x.cast::<i16>(), what);
            check!(x.map(|&x| x as u8), what);
            check!(x.cast::<f64>(), what);
            // Both zeros are equal.
            check!(x.map(|&x| if x == 0 { -0.0_f32 } else { x as f32 }), what);
            check!(x.map(|&x| if x % 3 == 0 { x as f32 * 0.0 } else { x as f32 }), what);
        }
    }
}

#[test]
fn of_long_lanes() {
    for len in [4095, 16384, 16385, 16384 + 63, 40_000] {
        let x = below(40, [3, len]);
        check!(x, len);
        check!(x.cast::<f32>(), len);
        check!(x.cast::<i32>(), len);
    }
}

#[test]
fn wherever_they_lie() {
    let len = 3 * 64 + 17;
    let alone = |place: usize| move |[i, j]: [usize; 2]| if j == place { i as i32 + 1 } else { 0 };
    for place in 0..len {
        let x = Tensor::from_fn([2, len], alone(place));
        check!(x, place);
        check!(-&x, place);
        check!(x.cast::<f64>(), place);
        check!(x.map(|&x| if x > 0 { f32::NAN } else { 1.0 }), place);
        check!(x.map(|&x| if x > 0 { -f64::NAN } else { f64::INFINITY }), place);
        check!(x.map(|&x| if x > 0 { f32::INFINITY } else { f32::NEG_INFINITY }), place);
    }
}

#[test]
fn of_elements_that_are_all_alike() {
    let shape = [2, 150];
    for x in [f64::NEG_INFINITY, f64::INFINITY, f64::NAN, -0.0, f64::MAX] {
        check!(Tensor::full(shape, x), x);
        check!(Tensor::full(shape, x as f32), x);
    }
    check!(Tensor::full(shape, i32::MIN), "i32::MIN");
    check!(Tensor::full(shape, i64::MAX), "i64::MAX");
    check!(Tensor::full(shape, u64::MAX), "u64::MAX");
}

#[test]
fn in_every_layout() {
    for len in [65, 130, 300] {
        for (name, x) in disguises(&below(9, [5, len])) {
            check!(x, name);
            check!(x.view().flip(Last), name);
            check!(x.view().flip(Axis::<0>), name);
            check!(x.slice(s![.., ..;2]), name);
        }
        for (name, x) in disguises(&below(9, [5, len]).cast::<f32>()) {
            check!(x, name);
            check!(x.view().flip(Last), name);
        }
        // Of two axes, lanes lie in several runs, whose positions interleave where the axes are exchanged.
        let x = below(9, [5 * len, 6]).reshape([5, len, 6]);
        for (name, x) in disguises(&x) {
            let (columns, planes) = (x.argmax(Axis::<1>), x.argmax(axes![1, 2]));
            for i in 0..5 {
                let plane = x.index_axis(Axis::<0>, i).to_owned();
                assert_eq!(planes[[i]], place(&plane.to_vec(), |a, b| a > b), "{name}, {len}");
                for k in 0..6 {
                    let column = plane.index_axis(Axis::<1>, k).to_vec();
                    assert_eq!(columns[[i, k]], place(&column, |a, b| a > b), "{name}, {len}");
                }
            }
        }
    }
}
