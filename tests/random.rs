//! Random tensors: fixed numbers, distributions, orders, choices (feature `rand`).

#[path = "common/caught.rs"]
mod caught;
#[path = "common/disguise.rs"]
mod disguise;
#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/oracle.rs"]
mod oracle;

use caught::twins;
use disguise::disguises;
use fixtures::Case;
use holor::prelude::*;
use holor::rand::distr::{Alphanumeric, StandardUniform};
use holor::rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};
use holor::rand_distr::{Binomial, Gamma, Poisson};

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn seeded(case: &Case) -> Xoshiro256PlusPlus {
    rng(case.number("seed"))
}

/// The numbers are those of a second implementation, on every platform.
#[test]
fn numbers_are_fixed() {
    let mut seen = 0;
    for case in fixtures::load("random") {
        let (mut rng, out) = (seeded(&case), &case.outputs[0]);
        let indices = || out.ints().iter().map(|&i| i as usize).collect::<Vec<_>>();
        let axis = |n: usize| Tensor::from_iter(0..n);
        let size = |name: &str| case.number::<usize>(name);
        match case.name.as_str() {
            "uniform" => {
                let x = Tensor::uniform([20], -1.0..2.0, &mut rng);
                assert_eq!(x.to_vec(), out.f64s(), "{case}");
            }
            "normal" => {
                let x: Tensor<f64, 2> = Tensor::normal([40, 50], 0.0, 1.0, &mut rng);
                // The tail and the layers of the second implementation are rounded otherwise.
                for (x, expected) in x.iter().zip(out.f64s()) {
                    assert!((x - expected).abs() <= 1e-10 * expected.abs(), "{case}");
                }
            }
            "permutation" => {
                let n = size("n");
                assert_eq!(Tensor::permutation(n, &mut rng).to_vec(), indices(), "{case}");
                let mut shuffled = axis(n);
                shuffled.shuffle(Last, &mut seeded(&case));
                assert_eq!(shuffled.to_vec(), indices(), "{case}");
            }
            "choice" => {
                let chosen = axis(size("n")).choice(Last, size("count"), &mut rng);
                assert_eq!(chosen.to_vec(), indices(), "{case}");
            }
            "choice_distinct" => {
                let chosen = axis(size("n")).choice_distinct(Last, size("count"), &mut rng);
                assert_eq!(chosen.to_vec(), indices(), "{case}");
            }
            "choice_with_weights" => {
                let weights = case.inputs[0].f64s();
                let x = axis(weights.len());
                let chosen = x.choice_with_weights(Last, size("count"), &mut rng, &weights);
                assert_eq!(chosen.to_vec(), indices(), "{case}");
            }
            "choice_distinct_with_weights" => {
                let weights = case.inputs[0].f64s();
                let x = axis(weights.len());
                let count = size("count");
                let chosen = x.choice_distinct_with_weights(Last, count, &mut rng, &weights);
                assert_eq!(chosen.to_vec(), indices(), "{case}");
            }
            other => panic!("{case}: {other}"),
        }
        seen += 1;
    }
    assert!(seen > 60);
}

/// What rand draws, which `Cargo.toml` lets change with its minor versions only.
#[test]
fn numbers_of_rand_are_fixed() {
    let x: Tensor<u8, 1> = Tensor::uniform([6], 1..7, &mut rng(1));
    assert_eq!(x, tensor![5_u8, 5, 1, 5, 2, 4]);
    let x: Tensor<usize, 1> = Tensor::uniform([4], 0..1000, &mut rng(1));
    let y: Tensor<u32, 1> = Tensor::uniform([4], 0..1000, &mut rng(1));
    assert_eq!(x, y.cast::<usize>());
    assert_eq!(x, tensor![811_usize, 747, 100, 746]);
    let x: Tensor<i64, 1> = Tensor::sample([2], StandardUniform, &mut rng(1));
    assert_eq!(x, tensor![-3_475_142_291_704_528_229_i64, -4_665_094_578_477_473_651]);
    let x: Tensor<f32, 1> = Tensor::sample([2], StandardUniform, &mut rng(1));
    assert_eq!(x, tensor![0.811_612_1_f32, 0.747_104_7]);
    let x: Tensor<u8, 1> = Tensor::sample([4], Alphanumeric, &mut rng(1));
    assert_eq!(String::from_utf8(x.to_vec()).unwrap(), "zvGv");
}

#[test]
fn elements_are_drawn_in_row_major_order() {
    let mut one = rng(3);
    let flat: Tensor<f64, 1> = Tensor::sample([24], StandardUniform, &mut one);
    let mut two = rng(3);
    let first: Tensor<f64, 2> = Tensor::sample([3, 4], StandardUniform, &mut two);
    let second: Tensor<f64, 3> = Tensor::sample([2, 2, 3], StandardUniform, &mut two);
    assert_eq!(first.to_vec(), flat.to_vec()[..12]);
    assert_eq!(second.to_vec(), flat.to_vec()[12..]);
    assert_eq!(one.next_u64(), two.next_u64());
    let mut boxed: Box<dyn Rng> = Box::new(rng(3));
    let again: Tensor<f64, 1> = Tensor::sample([24], StandardUniform, &mut *boxed);
    assert_eq!(again, flat);
    for shape in [[0, 3], [3, 0]] {
        assert_eq!(Tensor::<f64, 2>::uniform(shape, 0.0..1.0, &mut two).shape(), shape);
    }
    assert_eq!(Tensor::<f64, 0>::normal([], 2.0, 0.0, &mut two).item(), 2.0);
}

#[test]
fn distributions_have_their_moments() {
    let n = 200_000;
    let moments = |x: &Tensor<f64, 1>| {
        let z = (x - x.mean(Keep(All))) / x.std(Keep(All));
        [x.mean(All), x.std(All), z.powi(3).mean(All), z.powi(4).mean(All)].map(|x| x.item())
    };
    let close = |found: [f64; 4], expected: [f64; 4]| {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.06, "{found} {expected}");
        }
    };
    close(moments(&Tensor::normal([n], 1.0, 2.0, &mut rng(1))), [1.0, 2.0, 0.0, 3.0]);
    let x: Tensor<f32, 1> = Tensor::normal([n], 1.0, 2.0, &mut rng(2));
    close(moments(&x.cast()), [1.0, 2.0, 0.0, 3.0]);
    let width = 12f64.sqrt();
    close(moments(&Tensor::uniform([n], 0.0..width, &mut rng(3))), [width / 2.0, 1.0, 0.0, 1.8]);
    let x = Tensor::sample([n], Gamma::new(4.0, 0.5).unwrap(), &mut rng(4));
    close(moments(&x), [2.0, 1.0, 1.0, 4.5]);
    let x: Tensor<u64, 1> = Tensor::sample([n], Binomial::new(16, 0.5).unwrap(), &mut rng(5));
    close(moments(&x.cast()), [8.0, 2.0, 0.0, 3.0 - 2.0 / 16.0]);
    let x = Tensor::sample([n], Poisson::new(4.0).unwrap(), &mut rng(6));
    close(moments(&x), [4.0, 2.0, 0.5, 3.25]);
}

/// The tail and the wedges of the ziggurat have the frequencies of the normal distribution.
#[test]
fn normal_numbers_fall_where_they_should() {
    let n = 2_000_000;
    let x: Tensor<f64, 1> = Tensor::normal([n], 0.0, 1.0, &mut rng(9));
    // The probabilities above each bound.
    let above = [
        (0.0, 0.5),
        (0.2, 0.420_740_290_560_897),
        (1.0, 0.158_655_253_931_457),
        (2.0, 0.022_750_131_948_179_2),
        (3.0, 0.001_349_898_031_630_09),
        (3.654, 0.000_129_089),
        (4.0, 0.000_031_671_241_833_1),
    ];
    for (bound, probability) in above {
        for x in [&x, &(-&x)] {
            let count = x.greater(bound).count_nonzero(All).item() as f64;
            let expected = probability * n as f64;
            assert!((count - expected).abs() < 4.5 * expected.sqrt(), "{bound}: {count}");
        }
    }
}

/// Each order of three parts, and each pair of four, comes up as often as the others.
#[test]
fn orders_and_choices_are_equally_likely() {
    let mut rng = rng(7);
    let mut counts = std::collections::BTreeMap::<Vec<usize>, usize>::new();
    for _ in 0..12_000 {
        *counts.entry(Tensor::permutation(3, &mut rng).to_vec()).or_default() += 1;
        let v = Tensor::from_iter(0..4_usize);
        *counts.entry(v.choice_distinct(Last, 2, &mut rng).to_vec()).or_default() += 1;
    }
    assert_eq!(counts.len(), 6 + 12);
    for (which, count) in counts {
        let expected = if which.len() == 3 { 2000.0 } else { 1000.0 };
        assert!((count as f64 - expected).abs() < 4.5 * f64::sqrt(expected), "{which:?} {count}");
    }
}

#[test]
fn weights_are_probabilities() {
    let mut rng = rng(8);
    let v = Tensor::from_iter(0..3_usize);
    let chosen = v.choice_with_weights(Last, 60_000, &mut rng, [3.0, 1.0, 2.0]);
    for (i, expected) in [30_000.0, 10_000.0, 20_000.0].into_iter().enumerate() {
        let count = chosen.equal(i).count_nonzero(All).item() as f64;
        assert!((count - expected).abs() < 4.5 * f64::sqrt(expected), "{i}: {count}");
    }
    // The first by the weights, the second by those of the rest.
    let mut counts = [[0.0; 3]; 3];
    for _ in 0..60_000 {
        let pair = v.choice_distinct_with_weights(Last, 2, &mut rng, [3.0, 1.0, 2.0]);
        counts[pair[[0]]][pair[[1]]] += 1.0;
    }
    let weights = [3.0, 1.0, 2.0];
    for i in 0..3 {
        assert_eq!(counts[i][i], 0.0);
        for j in (0..3).filter(|&j| j != i) {
            let expected: f64 = 60_000.0 * weights[i] / 6.0 * weights[j] / (6.0 - weights[i]);
            assert!((counts[i][j] - expected).abs() < 4.5 * f64::sqrt(expected), "{i} {j}");
        }
    }
}

/// Weights whose reciprocals overflow.
#[test]
fn tiny_weights_are_probabilities() {
    let mut rng = rng(8);
    let v = Tensor::from_iter(0..4_usize);
    for (weights, after, expected) in [
        ([1e-320, 0.0, 3e-320, 0.0], 0, [0.25, 0.0, 0.75, 0.0]),
        ([1e-309, 1e-309, 2e-309, 4e-309], 0, [0.125, 0.125, 0.25, 0.5]),
        ([1.0, 1e-310, 3e-310, 0.0], 1, [0.0, 0.25, 0.75, 0.0]),
        ([1e308, 1e-320, 3e-320, 0.0], 1, [0.0, 0.25, 0.75, 0.0]),
    ] {
        let mut counts = [0.0_f64; 4];
        for _ in 0..4000 {
            let chosen = v.choice_distinct_with_weights(Last, after + 1, &mut rng, weights);
            counts[chosen[[after]]] += 1.0;
        }
        for (count, expected) in counts.into_iter().zip(expected.map(|part| 4000.0 * part)) {
            assert!((count - expected).abs() <= 4.5 * expected.sqrt(), "{weights:?}: {counts:?}");
        }
    }
}

/// The end of a range is no element of it, although sums and products are rounded to it.
#[test]
fn ranges_end_before_their_end() {
    let mut rng = rng(3);
    let m = Tensor::uniform([1 << 20], 1000.0_f32..1001.0, &mut rng);
    assert!(m.max(All).item() < 1001.0 && m.min(All).item() >= 1000.0);
    let m = Tensor::uniform([1 << 18], 1e12..1e12 + 1.0, &mut rng);
    assert!(m.max(All).item() < 1e12 + 1.0);
    let one = 1.0_f32..1.0_f32.next_up();
    assert!(Tensor::uniform([1000], one.clone(), &mut rng).iter().all(|&x| x == 1.0));
    // Even for a generator that gives nothing but its largest number.
    struct Largest;
    impl holor::rand::TryRng for Largest {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(u32::MAX)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(u64::MAX)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(u8::MAX);
            Ok(())
        }
    }
    assert!(Tensor::uniform([3], one, &mut Largest).iter().all(|&x| x == 1.0));
}

/// Parts move as wholes, in the order that depends on the generator and the size only.
#[test]
fn parts_are_moved_in_every_disguise() {
    let t = Tensor::from_fn([3, 4, 2], |[i, j, k]| format!("{i}{j}{k}"));
    let orders = [3, 4, 2].map(|n| Tensor::permutation(n, &mut rng(11)));
    for (name, x) in disguises(&t) {
        let mut each = [x.clone(), x.clone(), x.clone()];
        each[0].shuffle(Axis::<0>, &mut rng(11));
        each[1].shuffle(Axis::<1>, &mut rng(11));
        each[2].shuffle(Last, &mut rng(11));
        assert_eq!(each[0], t.take(Axis::<0>, &orders[0]), "{name}");
        assert_eq!(each[1], t.take(Axis::<1>, &orders[1]), "{name}");
        assert_eq!(each[2], t.take(Last, &orders[2]), "{name}");
        assert_eq!(x, t, "{name}");
        let (chosen, index) = (
            x.choice(Axis::<1>, 6, &mut rng(12)),
            Tensor::from_iter(0..4_usize).choice(Last, 6, &mut rng(12)),
        );
        assert_eq!(chosen, t.take(Axis::<1>, &index), "{name}");
    }
    // Through a mutable view with gaps, and of elements that cannot be cloned.
    let mut m = Tensor::from_fn([5, 6], |[i, j]| 10 * i + j);
    m.slice_mut(s![.., 1..5;2]).shuffle(Axis::<0>, &mut rng(11));
    let order = Tensor::permutation(5, &mut rng(11));
    for i in 0..5 {
        for j in 0..6 {
            let row = if j == 1 || j == 3 { order[[i]] } else { i };
            assert_eq!(m[[i, j]], 10 * row + j);
        }
    }
    struct Own(usize);
    let mut parts: Vec<Own> = (0..5).map(Own).collect();
    TensorViewMut::from_slice_mut(&mut parts, [5]).unwrap().shuffle(Last, &mut rng(11));
    assert!(parts.iter().map(|own| own.0).eq(order.to_vec()));
}

#[test]
fn sizes_of_zero() {
    let mut rng = rng(1);
    let mut m = Tensor::<u8, 2>::zeros([0, 3]);
    m.shuffle(Axis::<0>, &mut rng);
    m.shuffle(Axis::<1>, &mut rng);
    assert_eq!(m.choice(Axis::<0>, 0, &mut rng).shape(), [0, 3]);
    assert_eq!(m.choice(Axis::<1>, 5, &mut rng).shape(), [0, 5]);
    assert_eq!(m.choice_distinct(Axis::<0>, 0, &mut rng).shape(), [0, 3]);
    let none: [f64; 0] = [];
    assert_eq!(m.choice_with_weights(Axis::<0>, 0, &mut rng, none).shape(), [0, 3]);
    assert_eq!(m.choice_distinct_with_weights(Axis::<0>, 0, &mut rng, none).shape(), [0, 3]);
    // A long axis that is not there: no list of its indices is made.
    let long = tensor![7_u8].broadcast_to([isize::MAX as usize]).choice_distinct(Last, 3, &mut rng);
    assert_eq!(long, tensor![7_u8, 7, 7]);
}

#[test]
fn texts() {
    let r = &mut rng(1);
    type F<const R: usize> = Tensor<f64, R>;
    let huge = [1 << (usize::BITS / 2 + 8); 2];
    let what = format!("{huge:?}: more elements than memory can address");
    twins(&format!("sample: {what}"), F::try_sample(huge, StandardUniform, &mut rng(1)), || {
        F::sample(huge, StandardUniform, &mut rng(1))
    });
    twins(&format!("uniform: {what}"), F::try_uniform(huge, 0.0..1.0, &mut rng(1)), || {
        F::uniform(huge, 0.0..1.0, &mut rng(1))
    });
    twins(&format!("normal: {what}"), F::try_normal(huge, 0.0, 1.0, r), || {
        F::normal(huge, 0.0, 1.0, &mut rng(1))
    });
    let text = |error: ShapeError| error.to_string();
    let bytes = Tensor::<u8, 1>::zeros([2]);
    assert_eq!(
        text(bytes.try_choice(Last, usize::MAX, r).unwrap_err()),
        format!("choice: [{}]: more elements than memory can address", usize::MAX)
    );
    assert_eq!(
        text(F::try_uniform([2, 3], 1.0..1.0, r).unwrap_err()),
        "uniform: [2, 3]: the range is 1.0..1.0, expected a start less than the end"
    );
    assert_eq!(
        text(Tensor::try_uniform([2], 3..3, r).unwrap_err()),
        "uniform: [2]: the range is 3..3, expected a start less than the end"
    );
    for (range, shown) in [
        (0.0..f64::INFINITY, "0.0..inf"),
        (f64::NAN..1.0, "NaN..1.0"),
        (f64::MIN..f64::MAX, "-1.7976931348623157e308..1.7976931348623157e308"),
    ] {
        assert_eq!(
            text(F::try_uniform([2, 3], range, r).unwrap_err()),
            format!(
                "uniform: [2, 3]: the range is {shown}, expected finite bounds and a finite width"
            )
        );
    }
    assert_eq!(
        text(F::try_normal([2, 3], f64::NAN, 1.0, r).unwrap_err()),
        "normal: [2, 3]: mean is NaN, expected a finite number"
    );
    for (std, shown) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        assert_eq!(
            text(F::try_normal([2, 3], 0.0, std, r).unwrap_err()),
            format!("normal: [2, 3]: std is {shown}, expected a finite number, at least 0")
        );
    }
    let n = isize::MAX as usize;
    let long = format!("[{n}]: more elements than memory can address");
    twins(&format!("permutation: {long}"), Tensor::try_permutation(n, r), || {
        Tensor::permutation(n, &mut rng(1))
    });
    let v = tensor![1, 2, 3];
    twins(&format!("choice: {long}"), v.try_choice(Last, n, r), || v.choice(Last, n, &mut rng(1)));
    let empty = Tensor::<u8, 2>::zeros([0, 2]);
    let text = "choice: [0, 2]: axis 0 is empty";
    twins(text, empty.try_choice(Axis::<0>, 1, r), || empty.choice(Axis::<0>, 1, &mut rng(1)));
    let text = "choice_distinct: [3]: count is 4, expected at most the size of the axis";
    twins(text, v.try_choice_distinct(Last, 4, r), || v.choice_distinct(Last, 4, &mut rng(1)));
    let text =
        "choice_with_weights: [3] and [2]: axis 0 on the left has size 3, axis 0 on the right 2";
    twins(text, v.try_choice_with_weights(Last, 1, r, [1.0, 2.0]), || {
        v.choice_with_weights(Last, 1, &mut rng(1), [1.0, 2.0])
    });
    for (weight, shown) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let expected = "expected a finite number, at least 0";
        let text = format!("choice_with_weights: [3]: a weight is {shown}, {expected}");
        twins(&text, v.try_choice_with_weights(Last, 1, r, [1.0, 2.0, weight]), || {
            v.choice_with_weights(Last, 1, &mut rng(1), [1.0, 2.0, weight])
        });
    }
    for (weight, shown) in [(0.0, "0"), (f64::MAX, "inf")] {
        let expected = "expected a finite number above 0";
        let text =
            format!("choice_with_weights: [3]: the sum of the weights is {shown}, {expected}");
        twins(&text, v.try_choice_with_weights(Last, 1, r, [weight; 3]), || {
            v.choice_with_weights(Last, 1, &mut rng(1), [weight; 3])
        });
    }
    let expected = "expected at most the number of weights above 0";
    let text = format!("choice_distinct_with_weights: [3]: count is 3, {expected}");
    twins(&text, v.try_choice_distinct_with_weights(Last, 3, r, [1.0, 0.0, 2.0]), || {
        v.choice_distinct_with_weights(Last, 3, &mut rng(1), [1.0, 0.0, 2.0])
    });
}
