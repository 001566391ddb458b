//! Reductions that skip NaN, moments, weighted means, norms, covariances, scans and differences: precision,
//! errors, and views; `statistics/numpy.rs` has what numpy and scipy say.

mod numpy;

use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;

fn text<V>(result: Result<V, ShapeError>) -> String {
    result.err().expect("an error").to_string()
}

/// The same result in every disguise, bit by bit, also with kept axes.
#[test]
fn strides_do_not_matter() {
    let x = Tensor::from_fn([3, 4, 5], |[i, j, k]| match (i * 7 + j * 3 + k) % 6 {
        0 => f64::NAN,
        n => n as f64 - 2.5 + k as f64,
    });
    let w = x.map(|x| if x.is_nan() { 1.0 } else { x.abs() });
    let bits = |t: &Tensor<f64, 2>| t.map(|x| x.to_bits());
    for ((name, y), (_, v)) in disguises(&x).iter().zip(&disguises(&w)) {
        let same = |a: Tensor<f64, 2>, b: Tensor<f64, 2>| assert_eq!(bits(&a), bits(&b), "{name}");
        same(y.nan_sum(Axis::<1>), x.nan_sum(Axis::<1>));
        same(y.nan_prod(Axis::<1>), x.nan_prod(Axis::<1>));
        same(y.nan_mean(Axis::<0>), x.nan_mean(Axis::<0>));
        same(y.nan_var(Last), x.nan_var(Last));
        same(y.nan_std(Axis::<0>), x.nan_std(Axis::<0>));
        same(y.nan_max(Axis::<0>), x.nan_max(Axis::<0>));
        same(v.moment(Axis::<1>, 3), w.moment(Axis::<1>, 3));
        same(v.skew(Axis::<1>), w.skew(Axis::<1>));
        same(v.kurtosis(Last), w.kurtosis(Last));
        same(v.norm_with_order(Last, 3.0), w.norm_with_order(Last, 3.0));
        same(v.average(Last, y), w.average(Last, &x));
        assert_eq!(y.nan_argmin(Axis::<1>), x.nan_argmin(Axis::<1>), "{name}");
        assert_eq!(v.cummax(Axis::<0>), w.cummax(Axis::<0>), "{name}");
        assert_eq!(v.cummin(Last), w.cummin(Last), "{name}");
        assert_eq!(v.diff(Axis::<1>), w.diff(Axis::<1>), "{name}");
        assert_eq!(v.diff_with_order(Last, 2), w.diff_with_order(Last, 2), "{name}");
        let sums = |t: &Tensor<f64, 3>| t.cumsum_with_initial(Axis::<1>, 0.5);
        assert_eq!(sums(v), sums(&w), "{name}");
        let products = |t: &Tensor<f64, 3>| t.cumprod_with_initial(Last, 2.0);
        assert_eq!(products(v), products(&w), "{name}");
        let first = |t: &Tensor<f64, 3>| t.map_axis(Axis::<1>, |lane| lane[[0]] - lane[[3]]);
        assert_eq!(first(v), first(&w), "{name}");
        let folded = |t: &Tensor<f64, 3>| t.fold_axis(Axis::<0>, 1.0, |a, x| a * 0.5 + x);
        assert_eq!(folded(v), folded(&w), "{name}");
        let folded = |t: &Tensor<f64, 3>| t.fold_axis(Last, 1.0, |a, x| a * 0.5 + x);
        assert_eq!(folded(v), folded(&w), "{name}");
        assert_eq!(y.nan_sum(Keep(Axis::<1>)).shape(), [3, 1, 5]);
    }
    for ((name, a), b) in disguises(&w.index_axis(Axis::<0>, 0)).iter().zip(std::iter::repeat(&w)) {
        assert_eq!(a.cov(), b.index_axis(Axis::<0>, 0).cov(), "{name}");
        assert_eq!(a.corrcoef(), b.index_axis(Axis::<0>, 0).corrcoef(), "{name}");
    }
}

#[test]
fn lanes_come_in_order_and_may_be_empty() {
    let m = tensor![[3, 1, 2], [6, 5, 4]];
    let mut seen = Vec::new();
    let lens = m.map_axis(Axis::<0>, |lane| {
        seen.push(lane.to_vec());
        lane.len()
    });
    assert_eq!((lens, seen), (tensor![2_usize, 2, 2], vec![vec![3, 6], vec![1, 5], vec![2, 4]]));
    let texts = m.fold_axis(Axis::<0>, String::new(), |text, x| format!("{text}{x}"));
    assert_eq!(texts.to_vec(), ["36", "15", "24"]);
    assert_eq!(m.fold_axis(Last, String::new(), |t, x| format!("{t}{x}")).to_vec(), ["312", "654"]);
    let none = Tensor::<i32, 2>::zeros([2, 0]);
    assert_eq!(none.fold_axis(Last, 7, |a, b| a + b), tensor![7, 7]);
    assert_eq!(none.fold_axis(Axis::<0>, 7, |a, b| a + b).shape(), [0]);
    assert_eq!(none.map_axis(Last, |lane| lane.len()), tensor![0_usize, 0]);
    assert_eq!(none.map_axis(Axis::<0>, |lane| lane.len()).shape(), [0]);
}

#[test]
fn scans_of_elements_that_need_dropping() {
    let words = tensor![["b", "a", "c"], ["a", "d", "b"]].map(|word| word.to_string());
    let of = |t: &Tensor<String, 2>| t.to_vec().join("");
    for (name, words) in disguises(&words) {
        assert_eq!(of(&words.cummax(Last)), "bbcadd", "{name}");
        assert_eq!(of(&words.cummin(Last)), "baaaaa", "{name}");
        assert_eq!(of(&words.cummax(Axis::<0>)), "bacbdc", "{name}");
    }
    // Of equal elements the first stays: zeros keep their sign.
    let zeros = tensor![-0.0_f64, 0.0, -0.0];
    assert!(zeros.cummax(Last).iter().all(|x| x.is_sign_negative()));
    let nan = tensor![1.0, f64::NAN, 3.0].cummin(Last);
    assert!(nan[[0]] == 1.0 && nan[[1]].is_nan() && nan[[2]].is_nan());
    // The first NaN stays.
    let (first, second) =
        (f64::from_bits(0x7ff8_0000_0000_0001), f64::from_bits(0x7ff8_0000_0000_0002));
    let nan = tensor![[2.0, first, 9.0, second], [first, 1.0, second, 3.0]];
    let bits = |t: Tensor<f64, 2>| t.map(|x| x.to_bits());
    assert_eq!(bits(nan.cummax(Last)).row(1), Tensor::full([4], first.to_bits()));
    assert_eq!(bits(nan.t().cummax(Axis::<0>)), bits(nan.cummax(Last)).t());
}

#[test]
fn running_extrema_of_long_lanes() {
    fn check(v: &[f64]) {
        let is_nan = |x: f64| x.is_nan();
        let running = |is_better: fn(f64, f64) -> bool| -> Vec<u64> {
            let mut best = v[0];
            let next = |&x: &f64| {
                if !is_nan(best) && (is_nan(x) || is_better(x, best)) {
                    best = x;
                }
                best.to_bits()
            };
            v.iter().map(next).collect()
        };
        let (up, down) = (running(|x, best| x > best), running(|x, best| x < best));
        let x = Tensor::from_vec(v.to_vec(), [1, v.len()]).unwrap();
        // Beside a lane that rises.
        let both = concat(Axis::<0>, &[&x, &Tensor::from_fn(x.shape(), |[_, i]| i as f64)]);
        let bits = |t: Tensor<f64, 2>| t.row(0).map(|x| x.to_bits()).to_vec();
        assert!(bits(x.cummax(Last)) == up && bits(both.cummax(Last)) == up, "{}", v.len());
        assert!(bits(both.t().cummax(Axis::<0>).t().to_contiguous()) == up, "{}", v.len());
        assert!(bits(both.cummin(Last)) == down && bits(x.cummin(Last)) == down, "{}", v.len());
    }
    for n in [1, 15, 16, 17, 32, 33, 100, 1000] {
        let v: Vec<f64> = (0..n).map(|i| (i * 7919 % 1009) as f64 - 500.0).collect();
        check(&v);
        check(&(0..n).map(|i| -0.0 + f64::from(i % 3 - 1)).collect::<Vec<_>>());
        for place in [0, n / 2, n - 1] {
            let mut v = v.clone();
            v[place as usize] = f64::from_bits(0x7ff8_0000_0000_0001);
            v[n as usize - 1] = f64::NAN;
            check(&v);
        }
    }
}

#[test]
fn long_lanes_with_nan_and_infinities() {
    // Lanes of several blocks and vectors, and rows.
    for [n, m] in [[3, 1000], [1000, 3], [70, 130], [1, 40_000]] {
        let x = Tensor::from_fn([n, m], |[i, j]| match (i * 7 + j * 13) % 11 {
            0 => f64::NAN,
            1 => f64::NEG_INFINITY,
            k => (k * (i + j) % 23) as f64 - 11.0,
        });
        let wide = x.map(|&x| x as f32);
        for (name, x) in disguises(&x) {
            let rest = |of: fn(f64, f64) -> f64| {
                x.map_axis(Last, |l| l.iter().copied().fold(f64::NAN, of))
            };
            assert_eq!(x.nan_max(Last), rest(f64::max), "{name}");
            assert_eq!(x.nan_min(Last), rest(f64::min), "{name}");
            assert_eq!(x.t().nan_max(Axis::<0>), rest(f64::max), "{name}");
            assert_eq!(wide.nan_max(Last), x.nan_max(Last).map(|&x| x as f32), "{name}");
            let sizes = x.map(|x| if x.is_nan() { 0.0 } else { x.abs() });
            let norms =
                x.map(|x| if x.is_nan() { 0.0 } else { *x }).norm_with_order(Last, f64::INFINITY);
            assert_eq!(norms, sizes.max(Last), "{name}");
            let least = sizes.norm_with_order(Axis::<0>, f64::NEG_INFINITY);
            assert_eq!(least, sizes.min(Axis::<0>), "{name}");
            let counts = x.map_axis(Last, |l| l.iter().filter(|x| **x > 0.0).count());
            assert_eq!(x.greater(0.0).count_nonzero(Last), counts, "{name}");
            assert_eq!(x.t().greater(0.0).count_nonzero(Axis::<0>), counts, "{name}");
        }
        assert!(x.norm_with_order(All, f64::INFINITY).item().is_nan());
        assert!((&x * f64::NAN).nan_min(All).item().is_nan());
    }
    // A counter of a byte would overflow.
    let mask = Tensor::full([300, 200], true);
    assert_eq!(mask.count_nonzero(All).item(), 60_000);
    assert_eq!(mask.count_nonzero(Axis::<0>), Tensor::full([200], 300));
    assert!(mask.all(All).item() && mask.any(Axis::<0>).all(All).item());
}

#[test]
fn large_means_and_sizes_cost_no_precision() {
    let x = Tensor::from_fn([2, 1000], |[i, j]| 1e9 + (i * 31 + j * 17 % 101) as f64);
    let shifted = &x - 1e9;
    assert!(x.nan_var(Last).all_close(shifted.var(Last), 1e-14, 0.0));
    assert!(x.cov().all_close(shifted.cov(), 1e-13, 1e-10));
    assert!(x.moment(Last, 3).all_close(shifted.moment(Last, 3), 1e-12, 1e-9));
    // Constant rows have no skewness, though their mean may be rounded.
    assert!(Tensor::full([3, 7], 0.1_f64).skew(Last).iter().all(|x| x.is_nan()));
    let tiny = tensor![3e-300_f64, 4e-300];
    assert!((tiny.norm(All).item() / 5e-300 - 1.0).abs() < 1e-15);
    assert!(tensor![3e30_f32, 4e30].norm(All).all_close(5e30, 1e-6, 0.0));
    assert!(Tensor::full([1 << 20], 1.7e30_f32).norm(All).all_close(1.7e30 * 1024.0, 1e-6, 0.0));
    let small = Tensor::from_fn([2, 3, 4], |[i, j, k]| (7 * i + 5 * j + k) as f64);
    let power = 2_f64.powi(700);
    assert_eq!((&small * power).norm(axes![0, 1]), small.norm(axes![0, 1]) * power);
    let lanes = tensor![[3e200, 4e200], [3.0, 4.0], [0.0, 0.0], [f64::INFINITY, 1.0]];
    let norms = lanes.norm(Last);
    assert!((norms[[0]] / 5e200 - 1.0).abs() < 1e-15);
    assert_eq!(norms.slice(s![1..]), tensor![5.0, 0.0, f64::INFINITY]);
    let power = 2_f64.powi(800);
    assert_eq!((tensor![3.0, 4.0] * power).norm(All).item(), 5.0 * power);
    assert_eq!((tensor![3.0, 4.0] / power).norm(All).item(), 5.0 / power);
    assert_eq!(tensor![3.0, 4.0].map(|x| x * 5e-324).norm(All).item(), 5.0 * 5e-324);
    assert_eq!(lanes.t().norm(Axis::<0>), lanes.norm(Last));
    let big = tensor![1e200, 1e200];
    assert!((big.norm_with_order(All, 3.0).item() / (1e200 * 2_f64.cbrt()) - 1.0).abs() < 1e-15);
    assert_eq!(tensor![[1.0, 0.0], [0.0, 0.0]].corrcoef()[[0, 0]], 1.0);
    // To the last bit symmetric, and at most 1.
    let noise = Tensor::from_fn([7, 50], |[i, j]| ((i * 37 + j * 91) % 53) as f64 / 7.0);
    assert_eq!(noise.cov(), noise.cov().t());
    assert!(noise.corrcoef().iter().all(|x| x.abs() <= 1.0));
}

/// Rows are multiplied in tiles of 3 and 4, observations in parts and sections that may be whole or not; integers have
/// exact products.
#[test]
fn covariances_of_many_observations() {
    let mut state = 5_u64;
    let sizes = [
        [1, 9],
        [2, 300],
        [3, 21_763],
        [4, 256],
        [5, 4100],
        [12, 1024],
        [13, 1023],
        [40, 6001],
        [57, 1030],
        [101, 700],
    ];
    for [n, observations] in sizes {
        let x = Matrix::<f64>::from_fn([n, observations], |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 59) as f64 - 16.0
        });
        // With its negative beside it, a row has a mean of zero, and sums are those of integers.
        let x = concat(Axis::<1>, &[&x, &-&x]);
        let expected = x.matmul(x.t()) / (2 * observations - 1) as f64;
        assert_eq!(x.cov(), expected, "{n}, {observations}");
        let narrow = x.cast::<f32>();
        let expected = narrow.matmul(narrow.t()) / (2 * observations - 1) as f32;
        assert_eq!(narrow.cov(), expected, "{n}, {observations}, f32");
        let columns = x.t().to_owned();
        assert_eq!(columns.t().cov(), x.cov(), "{n}, {observations}, columns");
        let coefficients = x.corrcoef();
        assert_eq!(coefficients, coefficients.t(), "{n}, {observations}");
        assert!((0..n).all(|i| coefficients[[i, i]] == 1.0), "{n}, {observations}");
        let noise = x.map(|x| (x * 0.7).sin());
        let results = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| (noise.cov(), noise.corrcoef()))
        };
        assert_eq!(results(1), results(3), "{n}, {observations}");
    }
}

#[test]
fn positions_of_the_worst_numbers_skip_nan() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let x = tensor![[nan, -inf, nan, -inf], [nan, inf, inf, nan], [2.0, nan, 5.0, 5.0]];
    for (name, x) in disguises(&x) {
        assert_eq!(x.nan_argmax(Last), tensor![1_usize, 1, 2], "{name}");
        assert_eq!(x.nan_argmin(Last), tensor![1_usize, 1, 0], "{name}");
        assert_eq!((-&x).nan_argmin(Last), tensor![1_usize, 1, 2], "{name}");
        assert_eq!(x.nan_argmax(All).item(), 5, "{name}");
    }
    // Without an infinity, in `f32` and of a type without a kernel.
    let x = tensor![[nan, 3.0, 7.0, 7.0], [-1.0, -1.0, nan, -2.0]];
    for (name, x) in disguises(&x) {
        assert_eq!(x.nan_argmax(Axis::<1>), tensor![2_usize, 0], "{name}");
        assert_eq!(x.cast::<f32>().nan_argmin(Axis::<1>), tensor![1_usize, 3], "{name}");
        assert_eq!(x.nan_argmax(Axis::<0>), tensor![1_usize, 0, 0, 0], "{name}");
    }
}

#[test]
fn nothing_to_reduce() {
    let none = Tensor::<f64, 2>::zeros([2, 0]);
    assert_eq!(none.nan_sum(Last), tensor![0.0, 0.0]);
    assert_eq!(none.nan_prod(Last), tensor![1.0, 1.0]);
    for nan in [
        none.nan_mean(Last),
        none.nan_std(Last),
        none.moment(Last, 2),
        none.skew(Last),
        none.kurtosis(Last),
        none.average(Last, &none), // numpy raises an error
    ] {
        assert!(nan.len() == 2 && nan.iter().all(|x| x.is_nan()));
    }
    // Weights that sum to zero: numpy raises an error too.
    assert!(tensor![1.0_f64, 2.0].average(All, &tensor![0.0, 0.0]).item().is_nan());
    assert_eq!(tensor![1.0, 2.0].average(All, &tensor![1.0, -1.0]).item(), f64::NEG_INFINITY);
    assert_eq!(none.norm_with_order(Last, 3.0), tensor![0.0, 0.0]);
    assert_eq!(none.norm_with_order(Last, f64::INFINITY), tensor![0.0, 0.0]);
    assert_eq!(none.norm_with_order(Last, -1.0), Tensor::full([2], f64::INFINITY));
    assert_eq!(none.nan_max(Axis::<0>).shape(), [0]);
    assert_eq!(none.nan_argmax(Axis::<0>).shape(), [0]);
    assert_eq!(none.cummax(Last).shape(), [2, 0]);
    assert_eq!(none.cumsum_with_initial(Last, 1.0), tensor![[1.0], [1.0]]);
    assert_eq!(none.diff(Last).shape(), [2, 0]);
    assert_eq!(none.cov().shape(), [2, 2]);
    assert_eq!(none.t().cov().shape(), [0, 0]);
    assert_eq!(Tensor::scalar(f64::NAN).nan_sum(All).item(), 0.0);
}

#[test]
fn errors_say_axes_and_shapes() {
    let none = Tensor::<f64, 2>::zeros([2, 0]);
    assert_eq!(text(none.try_nan_max(Last)), "nan_max: [2, 0]: axis 1 is empty");
    assert_eq!(text(none.try_nan_min(Last)), "nan_min: [2, 0]: axis 1 is empty");
    assert_eq!(text(none.try_nan_argmax(Last)), "nan_argmax: [2, 0]: axis 1 is empty");
    let nan = tensor![[1.0, 2.0], [f64::NAN, f64::NAN]];
    let numbers = "[2, 2]: the number of elements that are not NaN is 0, expected at least 1";
    assert_eq!(text(nan.try_nan_argmax(Last)), format!("nan_argmax: {numbers}"));
    assert_eq!(text(nan.try_nan_argmin(Last)), format!("nan_argmin: {numbers}"));
    assert_eq!(
        text(Tensor::<f64, 2>::zeros([2, 3]).try_average(Last, &tensor![1.0, 2.0])),
        "average: [2] and [2, 3]: sizes 2 and 3 meet at axis 1 and neither is 1"
    );
}

#[test]
#[should_panic = "nan_argmax: [2]: the number of elements that are not NaN is 0, expected at least 1"]
fn a_position_panics_with_the_text_of_its_error() {
    let _ = tensor![f64::NAN, f64::NAN].nan_argmax(All);
}

#[test]
fn weights_broadcast_and_may_be_complex() {
    use holor::num_complex::Complex;
    let z = tensor![Complex::new(1.0, 2.0), Complex::new(3.0, -4.0)];
    let w = tensor![Complex::new(1.0, 0.0), Complex::new(3.0, 0.0)];
    assert_eq!(z.average(All, &w).item(), Complex::new(2.5, -2.5));
    assert_eq!(tensor![[1, 2], [3, 9]].average(Axis::<0>, &Tensor::scalar(1)), tensor![2, 5]);
    let m = tensor![[1.0, 2.0], [3.0, 9.0]];
    assert_eq!(Oracle::of(&m.average(All, &tensor![1.0, 0.0])), Oracle::of(&Tensor::scalar(2.0)));
}

#[cfg(feature = "half")]
#[test]
fn sums_of_half_floats_without_nan_are_those_of_f32() {
    use half::{bf16, f16};
    for n in [1, 100, 3000, 100_000] {
        let x = Tensor::<bf16, 1>::full([n], bf16::from_f32(0.103));
        assert_eq!(x.nan_sum(All), x.sum(All), "{n}");
        let x = Tensor::<f16, 1>::full([n], f16::from_f32(0.0103));
        assert_eq!(x.nan_sum(All), x.sum(All), "{n}");
        assert_eq!(x.nan_mean(All).item(), x[[0]], "{n}");
    }
    let x = [[f16::from_f32(60000.0); 32], [f16::from_f32(-60000.0); 32], [f16::NAN; 32]];
    assert_eq!(Tensor::from_vec(x.concat(), [96]).unwrap().nan_sum(All).item(), f16::ZERO);
}

#[cfg(feature = "half")]
fn statistics_are_rounded_once<T>()
where
    T: num_traits::Float + std::fmt::Debug + 'static,
{
    let wide = |x: &T| x.to_f32().unwrap();
    let narrow = |x: &f32| T::from(*x).unwrap();
    // Sums of more than 65504, deviations whose squares are more, and more elements than `f16` counts.
    for (n, scale, mean) in [(50, 200.0, 0.0), (3000, 1.0, 50.0), (70_000, 1.0, 0.0)] {
        let number = |[i, j]: [usize; 2]| ((j * (i + 7)) % 64) as f32 / 32.0 - 1.0;
        let x = Tensor::from_fn([2, n], |at| T::from(number(at) * scale + mean).unwrap());
        let y = x.map(wide);
        assert_eq!(x.cov(), y.cov().map(narrow), "{n}");
        assert_eq!(x.corrcoef(), y.corrcoef().map(narrow), "{n}");
        assert_eq!(x.moment(Last, 2), y.moment(Last, 2).map(narrow), "{n}");
        assert_eq!(x.skew(Last), y.skew(Last).map(narrow), "{n}");
        assert_eq!(x.kurtosis(Last), y.kurtosis(Last).map(narrow), "{n}");
        assert_eq!(x.nan_mean(Last), y.mean(Last).map(narrow), "{n}");
        assert_eq!(x.nan_var(Last), y.nan_var(Last).map(narrow), "{n}");
        assert_eq!(x.nan_std(Last), y.nan_std(Last).map(narrow), "{n}");
        for order in [0.5, 3.0, -1.0] {
            let norm = x.norm_with_order(Last, T::from(order).unwrap());
            assert_eq!(norm, y.norm_with_order(Last, order).map(narrow), "{n}, {order}");
        }
    }
}

#[cfg(feature = "half")]
#[test]
fn statistics_of_half_floats_are_rounded_once() {
    statistics_are_rounded_once::<half::f16>();
    statistics_are_rounded_once::<half::bf16>();
}

#[test]
fn moments_of_nan_are_nan() {
    let m = tensor![[1.0, f64::NAN], [1.0, 2.0]];
    for order in 0..4 {
        let moments = m.moment(Last, order);
        assert!(moments[[0]].is_nan(), "{order}: {moments}");
        assert!(moments[[1]].is_finite(), "{order}: {moments}");
    }
}

#[test]
fn the_scale_of_a_ratio_does_not_matter() {
    let x = tensor![[1.0, 2.0, 4.0, -3.0], [1.0, 2.0, 5.0, 2.0]];
    let [correlations, skews, kurtoses] = [
        x.corrcoef(),
        x.skew(Last).unsqueeze(Last).to_owned(),
        x.kurtosis(Last).unsqueeze(Last).to_owned(),
    ];
    for exponent in [-500, -300, 300, 500] {
        let y = &x * 2.0_f64.powi(exponent);
        assert!(y.corrcoef().all_close(&correlations, 1e-14, 0.0), "{exponent}: {}", y.corrcoef());
        assert_eq!(y.skew(Last).unsqueeze(Last), skews, "{exponent}");
        assert_eq!(y.kurtosis(Last).unsqueeze(Last), kurtoses, "{exponent}");
    }
    let found = tensor![[1e20_f32, 2e20, 4e20], [1e-25, 2e-25, 4e-25]].corrcoef();
    assert!(found.all_close(1.0, 1e-6, 0.0), "{found}");
}

/// The mean of three elements of 0.1 is another number.
#[test]
fn correlations_of_constant_rows_are_nan() {
    for constant in [0.1, 1.0 / 3.0, 1e-7, 123.456] {
        for n in [2, 3, 7, 10, 1000] {
            let x = Tensor::from_fn([2, n], |[i, j]| if i == 0 { constant } else { j as f64 });
            let found = x.corrcoef();
            assert!(found.row(0).is_nan().all(All).item(), "{constant}, {n}: {found}");
            assert_eq!((found[[1, 1]], x.cov()[[0, 0]]), (1.0, 0.0), "{constant}, {n}");
        }
    }
}

#[test]
fn high_orders_neither_overflow_nor_underflow() {
    let x = tensor![1.0, -3.0, 3.0];
    for order in [100.0, 2000.0, 1e5] {
        let norm = x.norm_with_order(All, order).item();
        assert!((norm / (3.0 * 2.0_f64.powf(1.0 / order)) - 1.0).abs() < 1e-14, "{order}: {norm}");
    }
    assert_eq!(tensor![1.0, 4.0].moment(All, 1 << 31).item(), f64::INFINITY);
}

#[test]
fn correlations_of_rows_of_any_scale() {
    let x = tensor![[1.0, 2.0, 4.0], [4.0, 2.0, 1.0], [1.0, 1.0, 4.0]];
    for scale in [1e-200, 1e-3, 1e200] {
        let off = ((&x * scale).corrcoef() - x.corrcoef()).abs().max(All).item();
        assert!(off < 1e-14, "{scale}: {off}");
    }
}

/// The squares of numbers of `bf16` overflow and underflow as those of `f32` do.
#[cfg(feature = "half")]
#[test]
fn norms_of_extreme_bf16() {
    use half::bf16;
    for (size, count) in [(1e30, 2), (1e30, 3000), (1e-30, 2), (1e-38, 1000), (3e38, 1), (1.0, 5)] {
        let x = Tensor::full([2, count], bf16::from_f32(size));
        let want = bf16::from_f64(f64::from(bf16::from_f32(size)) * (count as f64).sqrt());
        assert_eq!(x.norm(Last).to_vec(), [want; 2], "{size:e}, {count}");
        assert_eq!(x.transpose().norm(Axis::<0>).to_vec(), [want; 2], "{size:e}, {count}");
    }
    assert_eq!(tensor![bf16::MAX, bf16::MAX].norm(All).item(), bf16::INFINITY);
}
