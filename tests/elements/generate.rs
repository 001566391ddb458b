//! Constructors by rule against the oracle and numpy; numbers at the limits of their types.

use holor::prelude::*;
use holor::try_meshgrid;

use crate::disguise::disguises;
use crate::fixtures::{self, Case, Data};
use crate::oracle::Oracle;

fn text<V>(result: Result<V, ShapeError>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn arange_is_exact_for_integers_up_to_their_limits() {
    assert_eq!(Tensor::arange(-128_i8, 127, 1).to_vec(), (-128..127).collect::<Vec<i8>>());
    assert_eq!(Tensor::arange(127_i8, -128, -1).to_vec(), (-127..=127).rev().collect::<Vec<i8>>());
    assert_eq!(Tensor::arange(0_u8, 255, 2).to_vec(), (0..255).step_by(2).collect::<Vec<u8>>());
    assert_eq!(Tensor::arange(-128_i8, 127, 127).to_vec(), [-128, -1, 126]);
    assert_eq!(Tensor::arange(127_i8, -128, -128).to_vec(), [127, -1]);
    assert_eq!(Tensor::arange(250_u8, 255, 100).to_vec(), [250]);
    assert!(Tensor::arange(5_u8, 3, 1).to_vec().is_empty());
    assert_eq!(Tensor::arange(i64::MIN, i64::MAX, i64::MAX).to_vec(), [i64::MIN, -1, i64::MAX - 1]);
    assert_eq!(Tensor::arange(i128::MIN, i128::MAX, i128::MAX).len(), 3);
    assert_eq!(Tensor::arange(u128::MAX - 5, u128::MAX, 2).to_vec().len(), 3);
    assert_eq!(Tensor::arange(0_usize, 10, 4).to_vec(), [0, 4, 8]);
    // The same as a range of wider integers, for every start and end.
    for start in (-128_i16..128).step_by(5) {
        for end in (-128_i16..128).step_by(7) {
            for step in [-100, -3, -1, 1, 2, 127] {
                let expected: Vec<i8> = std::iter::successors(Some(start), |x| Some(x + step))
                    .take_while(|x| if step > 0 { *x < end } else { *x > end })
                    .map(|x| x as i8)
                    .collect();
                let found = Tensor::arange(start as i8, end as i8, step as i8).to_vec();
                assert_eq!(found, expected, "{start} {end} {step}");
            }
        }
    }
}

#[test]
fn arange_of_floats_multiplies() {
    assert_eq!(Tensor::arange(0.0_f32, 1.0, 0.1).to_vec()[7], 7.0_f32 * 0.1);
    assert_eq!(Tensor::arange(0.0, 1e6, 0.1).len(), 10_000_000);
    assert_eq!(Tensor::arange(1.0, 0.0, 0.25).len(), 0);
    assert_eq!(Tensor::arange(0.0, f64::MIN_POSITIVE, 1.0).to_vec(), [0.0]);
}

/// Values are made by vectors: each has the bits of its formula, at each length around those of vectors.
#[test]
fn values_of_ranges_have_the_bits_of_their_formula() {
    macro_rules! check {
        ($($T:ident)+) => { $(
            for n in (1..40_usize).chain([63, 64, 65, 1000, 100_003]) {
                for (start, step) in [(0.3 as $T, 0.1), (-1e3, 7.7), (5.0, -0.01)] {
                    let end = start + (n as $T - 0.5) * step;
                    let found = Tensor::arange(start, end, step).into_vec();
                    let expected = |i| start + i as $T * step;
                    assert!(found.len().abs_diff(n) < 2, "{n}");
                    assert_eq!(found, (0..found.len()).map(expected).collect::<Vec<_>>(), "{n}");
                }
                for endpoint in [false, true] {
                    let (start, end) = (0.1 as $T, 0.7);
                    let found = Tensor::linspace_with_endpoint(start, end, n, endpoint).into_vec();
                    let steps = if endpoint { n - 1 } else { n } as $T;
                    let expected = |i| match i {
                        0 => start,
                        i if endpoint && i == n - 1 => end,
                        i => start + (end - start) / steps * i as $T,
                    };
                    assert_eq!(found, (0..n).map(expected).collect::<Vec<_>>(), "{n}");
                }
            }
        )+ };
    }
    check! { f32 f64 }
    assert_eq!(Tensor::linspace_with_endpoint(2.0, 3.0, 1, false).into_vec(), [2.0]);
    assert_eq!(Tensor::linspace(f64::MAX, -f64::MAX, 1).into_vec(), [f64::MAX]);
}

/// A position can be larger than the integers that a half float holds, and than its largest number.
#[cfg(feature = "half")]
#[test]
fn ranges_of_half_floats_are_rounded_once() {
    use half::{bf16, f16};
    let [start, zero, one] = [-2100.0, 0.0, 1.0].map(f16::from_f32);
    let found = Tensor::arange(start, zero, one);
    assert_eq!(found.to_vec(), (-2100..0).map(|i| f16::from_f32(i as f32)).collect::<Vec<_>>());
    let [start, step] = [-100.0, 0.03125].map(bf16::from_f32);
    let found = Tensor::arange(start, bf16::ZERO, step);
    assert_eq!(found.slice(s![-2..]).to_vec(), [-0.0625, -0.03125].map(bf16::from_f32));

    let found = Tensor::linspace(-one, one, 70_001);
    let expected = Tensor::<f32, 1>::linspace(-1.0, 1.0, 70_001);
    assert_eq!(found, expected.cast::<f16>());
    let found = Tensor::linspace_with_endpoint(f16::MIN, f16::MAX, 4, false);
    assert_eq!(found.to_vec(), [f16::MIN, f16::from_f32(-32752.0), zero, f16::from_f32(32752.0)]);
}

#[test]
fn ranges_that_are_none_say_why() {
    assert_eq!(text(Tensor::try_arange(0, 5, 0)), "arange: the step on axis 0 is zero");
    assert_eq!(text(Tensor::try_arange(0.0, 5.0, -0.0)), "arange: the step on axis 0 is zero");
    let not_a_number = "arange: a bound or the step is not a number";
    for (start, end, step) in [
        (f64::NAN, 1.0, 1.0),
        (0.0, f64::NAN, 1.0),
        (0.0, 1.0, f64::NAN),
        (0.0, f64::INFINITY, f64::INFINITY),
        (f64::INFINITY, f64::INFINITY, 1.0),
    ] {
        assert_eq!(text(Tensor::try_arange(start, end, step)), not_a_number);
    }
    let too_large = "arange: more elements than memory can address";
    assert_eq!(text(Tensor::try_arange(0.0, f64::INFINITY, 1.0)), too_large);
    assert_eq!(text(Tensor::try_arange(0.0, 1e300, 1e-300)), too_large);
    assert_eq!(text(Tensor::try_arange(0_u128, u128::MAX, 1)), too_large);
    #[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
    {
        assert_eq!(
            text(Tensor::try_arange(0, i64::MAX, 1)),
            "arange: [9223372036854775807]: more elements than memory can address"
        );
        assert_eq!(
            text(Tensor::try_linspace(0.0, 1.0, 1 << 62)),
            "linspace: [4611686018427387904]: more elements than memory can address"
        );
        assert_eq!(
            text(Tensor::<f32, 2>::try_eye(1 << 40)),
            "eye: [1099511627776, 1099511627776]: more elements than memory can address"
        );
        let byte = Tensor::<u8, 1>::zeros([1]);
        let long = byte.broadcast_to([1 << 32]);
        assert_eq!(
            text(long.try_diag()),
            "diag: [4294967296, 4294967296]: more elements than memory can address"
        );
        assert_eq!(
            text(try_meshgrid([&long, &long], Indexing::Ij)),
            "meshgrid: [4294967296, 4294967296]: more elements than memory can address"
        );
    }
}

#[test]
#[should_panic = "arange: the step on axis 0 is zero"]
fn arange_panics_with_the_text_of_its_error() {
    let _ = Tensor::arange(0, 5, 0);
}

#[test]
fn linspace_ends_at_its_end() {
    for n in 2..200 {
        let t = Tensor::linspace(0.1_f32, 0.7, n).to_vec();
        assert_eq!((t[0], t[n - 1]), (0.1, 0.7), "{n}");
        assert!(t.is_sorted(), "{n}");
    }
    assert_eq!(Tensor::linspace(1.0, 2.0, 0).len(), 0);
    let whole = Tensor::linspace(-f64::MAX, f64::MAX, 3).to_vec();
    assert_eq!(whole, [-f64::MAX, 0.0, f64::MAX]);
}

#[test]
// References to arrays of references are what is tested.
#[allow(clippy::needless_borrows_for_generic_args)]
fn triangles_and_diagonals_over_all_disguises() {
    let t = Tensor::from_fn([2, 3, 4], |[i, j, k]| (1 + i * 12 + j * 4 + k) as i32);
    for k in [isize::MIN, -4, -3, -1, 0, 1, 2, 5, isize::MAX] {
        let kept = |index: &[usize], lower: bool| {
            let diagonal = index[2] as i128 - index[1] as i128;
            if lower { diagonal <= k as i128 } else { diagonal >= k as i128 }
        };
        let expected = |lower: bool| {
            Oracle::from_fn(&[2, 3, 4], |index| {
                if kept(&index, lower) { t[index.try_into().unwrap()] } else { 0 }
            })
        };
        for (name, t) in disguises(&t) {
            assert_eq!(Oracle::of(&t.tril(k)), expected(true), "{k} {name}");
            assert_eq!(Oracle::of(&t.view().triu(k)), expected(false), "{k} {name}");
        }
    }
    for (name, v) in disguises(&tensor![1, 2, 3]) {
        assert_eq!(v.diag(), tensor![[1, 0, 0], [0, 2, 0], [0, 0, 3]], "{name}");
        let [a, b] = meshgrid([&v, &v], Indexing::Xy);
        assert_eq!(a, tensor![[1, 2, 3], [1, 2, 3], [1, 2, 3]], "{name}");
        assert_eq!(b, a.transpose(), "{name}");
        assert!(a.is_contiguous() && b.is_contiguous(), "{name}");
    }
    let (a, b) = (tensor![1, 2], tensor![3, 4, 5]);
    let grids = meshgrid([&a, &b], Indexing::Ij);
    let pair: [&Tensor<i32, 1>; 2] = [&a, &b];
    assert_eq!(meshgrid(pair, Indexing::Ij), grids);
    assert_eq!(meshgrid(&pair, Indexing::Ij), grids);
    let pair: [&VectorRef<i32>; 2] = [&a, &b];
    assert_eq!(meshgrid(pair, Indexing::Ij), grids);
    assert_eq!(meshgrid(&pair, Indexing::Ij), grids);
    assert_eq!(meshgrid([a.view(), b.view()], Indexing::Ij), grids);
    assert_eq!(meshgrid([&*a, &b.view()], Indexing::Ij), grids);
    let owned = [a, b];
    assert_eq!(meshgrid(&owned, Indexing::Ij), grids);
    assert_eq!(meshgrid(owned.each_ref(), Indexing::Ij), grids);
    assert_eq!(try_meshgrid(&owned, Indexing::Ij), Ok(grids));
    let vectors: [&VectorRef<i32>; 0] = [];
    let none: [Tensor<i32, 0>; 0] = meshgrid(vectors, Indexing::Ij);
    assert_eq!(none.len(), 0);
}

fn ints<const R: usize>(data: &Data) -> Tensor<i64, R> {
    Tensor::from_vec(data.ints(), data.shape()).unwrap()
}

fn triangle<const R: usize>(case: &Case)
where
    Rank<R>: MatrixRank,
{
    let (t, k) = (ints::<R>(&case.inputs[0]), case.number("k"));
    let found = if case.name == "tril" { t.tril(k) } else { t.triu(k) };
    assert_eq!(found, ints::<R>(&case.outputs[0]), "{case}");
}

fn grid<const N: usize>(case: &Case) {
    let vectors: Vec<Tensor<i64, 1>> = case.inputs.iter().map(ints::<1>).collect();
    let vectors: [&VectorRef<i64>; N] = std::array::from_fn(|i| &*vectors[i]);
    let indexing = if case.word("indexing") == "ij" { Indexing::Ij } else { Indexing::Xy };
    for (found, expected) in meshgrid(vectors, indexing).iter().zip(&case.outputs) {
        assert_eq!(Oracle::of(found), Oracle::of(&ints::<N>(expected)), "{case}");
    }
}

#[test]
fn generators_agree_with_numpy() {
    let mut checked = 0;
    for case in &fixtures::load("build") {
        let rank = case.inputs.first().map_or(0, |data| data.shape.len());
        checked += 1;
        match (case.name.as_str(), rank) {
            ("tril" | "triu", 2) => triangle::<2>(case),
            ("tril" | "triu", 3) => triangle::<3>(case),
            ("tril" | "triu", 4) => triangle::<4>(case),
            ("eye", _) => {
                let found = Tensor::<f64, 2>::eye(case.number("size"));
                assert_eq!(found.to_vec(), case.outputs[0].f64s(), "{case}");
            }
            ("diag", _) => {
                assert_eq!(
                    ints::<1>(&case.inputs[0]).diag(),
                    ints::<2>(&case.outputs[0]),
                    "{case}"
                );
            }
            ("meshgrid", _) => match case.inputs.len() {
                1 => grid::<1>(case),
                2 => grid::<2>(case),
                _ => grid::<3>(case),
            },
            ("linspace", _) => {
                let (start, stop) = (case.number("start"), case.number("stop"));
                let found = Tensor::<f64, 1>::linspace(start, stop, case.number("size"));
                near(case, &found.to_vec(), &case.outputs[0].f64s());
            }
            ("arange", _) if case.outputs[0].dtype == "i64" => {
                let [start, stop, step] = ["start", "stop", "step"].map(|name| case.number(name));
                let found = Tensor::<i64, 1>::arange(start, stop, step);
                assert_eq!(found.to_vec(), case.outputs[0].ints(), "{case}");
            }
            ("arange", _) => {
                let [start, stop, step] = ["start", "stop", "step"].map(|name| case.number(name));
                let found = Tensor::<f64, 1>::arange(start, stop, step);
                near(case, &found.to_vec(), &case.outputs[0].f64s());
            }
            _ => checked -= 1,
        }
    }
    assert_eq!(checked, 56 + 56 + 5 + 5 + 12 + 36 + 17);
}

/// numpy multiplies `(start + step) - start`, which is rounded, where we multiply `step`.
fn near(case: &Case, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{case}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-15 * b.abs().max(1.0), "{case}: {a} {b}");
    }
}
