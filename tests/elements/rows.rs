//! Softmax and its kin, and layer norm, along every axis and for every stride.

use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;

fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<f64, R> {
    let mut state = 1_u64;
    Tensor::from_fn(shape, |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 21) - 4.0
    })
}

fn softmax(lane: &[f64]) -> Vec<f64> {
    let greatest = lane.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = lane.iter().map(|x| (x - greatest).exp()).sum();
    lane.iter().map(|x| (x - greatest).exp() / sum).collect()
}

fn normed(lane: &[f64]) -> Vec<f64> {
    let n = lane.len() as f64;
    let mean = lane.iter().sum::<f64>() / n;
    let var = lane.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    lane.iter().map(|x| (x - mean) / (var + 1e-5).sqrt()).collect()
}

fn rms_normed(lane: &[f64]) -> Vec<f64> {
    let squares = lane.iter().map(|x| x * x).sum::<f64>() / lane.len() as f64;
    lane.iter().map(|x| x / (squares + 1e-5).sqrt()).collect()
}

/// The lanes along the marked axes, replaced by what `f` makes of them.
fn lanes<const R: usize>(
    x: &Tensor<f64, R>,
    marked: [bool; R],
    f: impl Fn(&[f64]) -> Vec<f64>,
) -> Tensor<f64, R> {
    let all = Oracle::of(x).reduce(&marked, true, |lane| f(lane));
    let mut taken = vec![0; all.values.len()];
    Tensor::from_fn(x.shape(), |mut index| {
        (0..R).filter(|&axis| marked[axis]).for_each(|axis| index[axis] = 0);
        let lane = all.position(&index);
        taken[lane] += 1;
        all.values[lane][taken[lane] - 1]
    })
}

/// All of them along one axis, of all disguises, as `f64` and as `f32`.
#[track_caller]
fn check_axis<A, const R: usize, const O: usize>(x: &Tensor<f64, R>, axis: A)
where
    A: AxisOf<R> + Over<R, Output = Rank<O>> + Copy,
{
    let marked = <A as Over<R>>::REDUCED;
    let want = lanes(x, marked, softmax);
    let logs = lanes(x, marked, |lane| softmax(lane).iter().map(|p| p.ln()).collect());
    let sum = |lane: &[f64]| {
        let greatest = lane.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        greatest + lane.iter().map(|x| (x - greatest).exp()).sum::<f64>().ln()
    };
    let sums = Oracle::of(x).reduce(&marked, false, sum).values;
    let norms = lanes(x, marked, normed);
    let rms_norms = lanes(x, marked, rms_normed);
    for (name, x) in disguises(x) {
        assert!(x.softmax(axis).all_close(&want, 1e-14, 1e-16), "softmax, {name}");
        assert!(x.log_softmax(axis).all_close(&logs, 1e-14, 1e-14), "log_softmax, {name}");
        let got = x.logsumexp(axis);
        let close = |(got, want): (&f64, &f64)| (got - want).abs() < 1e-14;
        assert!(got.iter().zip(&sums).all(close), "logsumexp, {name}");
        assert!(x.layer_norm(axis, 1e-5).all_close(&norms, 1e-12, 1e-13), "layer_norm, {name}");
        assert!(x.rms_norm(axis, 1e-5).all_close(&rms_norms, 1e-14, 1e-15), "rms_norm, {name}");
    }
    let (small, want) = (x.cast::<f32>(), want.cast::<f32>());
    assert!(small.softmax(axis).all_close(&want, 1e-6, 1e-8), "softmax of f32");
    let norms = norms.cast::<f32>();
    assert!(small.layer_norm(axis, 1e-5).all_close(&norms, 1e-5, 1e-5), "layer_norm of f32");
    let norms = rms_norms.cast::<f32>();
    assert!(small.rms_norm(axis, 1e-5).all_close(&norms, 5e-7, 1e-8), "rms_norm of f32");
}

#[test]
fn they_agree_with_the_oracle_along_every_axis() {
    let x = numbers([3, 5, 7]);
    check_axis(&x, Axis::<0>);
    check_axis(&x, Axis::<1>);
    check_axis(&x, Axis::<2>);
    check_axis(&numbers([1, 130]), Last);
    check_axis(&numbers([70, 3]), Axis::<0>);
    check_axis(&numbers([4]), Last);
}

/// Lanes longer than a block and strips wider than one, with what is left over.
#[test]
fn they_agree_with_the_oracle_on_long_lanes() {
    let x = numbers([2, 1300]);
    assert!(x.softmax(Last).all_close(lanes(&x, [false, true], softmax), 1e-13, 1e-16));
    assert!(x.softmax(Axis::<0>).all_close(lanes(&x, [true, false], softmax), 1e-13, 1e-16));
    assert!(x.layer_norm(Last, 1e-5).all_close(lanes(&x, [false, true], normed), 1e-12, 1e-12));
    let want = lanes(&x, [false, true], rms_normed);
    assert!(x.rms_norm(Last, 1e-5).all_close(want, 1e-13, 1e-15));
}

#[test]
fn layer_norm_goes_over_several_axes() {
    let x = numbers([3, 4, 5]);
    let close = |got: Tensor<f64, 3>, marked| {
        assert!(got.all_close(lanes(&x, marked, normed), 1e-12, 1e-12), "{marked:?}");
    };
    close(x.layer_norm(axes![1, 2], 1e-5), [false, true, true]);
    close(x.layer_norm(axes![0, 2], 1e-5), [true, false, true]);
    close(x.layer_norm(axes![0, 1], 1e-5), [true, true, false]);
    close(x.layer_norm(All, 1e-5), [true; 3]);
    assert_eq!(Tensor::<f64, 2>::zeros([0, 3]).layer_norm(Last, 1e-5).shape(), [0, 3]);
    assert_eq!(Tensor::<f64, 2>::zeros([3, 0]).layer_norm(Last, 1e-5).shape(), [3, 0]);
}

#[test]
fn rms_norm_goes_over_several_axes() {
    let x = numbers([3, 4, 5]);
    let close = |got: Tensor<f64, 3>, marked| {
        assert!(got.all_close(lanes(&x, marked, rms_normed), 1e-13, 1e-15), "{marked:?}");
    };
    close(x.rms_norm(axes![1, 2], 1e-5), [false, true, true]);
    close(x.rms_norm(axes![0, 2], 1e-5), [true, false, true]);
    close(x.rms_norm(All, 1e-5), [true; 3]);
    assert_eq!(Tensor::<f64, 2>::zeros([0, 3]).rms_norm(Last, 1e-5).shape(), [0, 3]);
    assert_eq!(Tensor::<f64, 2>::zeros([3, 0]).rms_norm(Last, 1e-5).shape(), [3, 0]);
    assert_eq!(Tensor::full([], -3.0).rms_norm(All, 0.0).item(), -1.0);
}

#[test]
fn rms_norm_of_special_values() {
    const INF: f64 = f64::INFINITY;
    let x = tensor![[0.0, 0.0], [1.0, f64::NAN], [INF, 1.0], [-0.0, 2.0], [1.7e308, 1.0]];
    let found = x.rms_norm(Last, 0.0);
    assert!(found.narrow(Axis::<0>, 0, 2).iter().all(|x| x.is_nan()), "0 / 0, NaN");
    assert!(found[[2, 0]].is_nan() && found[[2, 1]] == 0.0);
    assert!(found.row(3).all_close(tensor![0.0, 2.0_f64.sqrt()], 1e-15, 0.0));
    assert!(found[[3, 0]].is_sign_negative());
    // The squares of finite numbers overflow: zero, as that of layer norm.
    assert_eq!(found.row(4), tensor![0.0, 0.0]);
    assert_eq!(x.rms_norm(Last, 1e-5).row(0), tensor![0.0, 0.0]);
}

/// With a mean of 1e6 the spacing of `f32` is 0.06: what counts is that the mean is not rounded too.
#[test]
fn a_large_mean_does_not_cost_precision() {
    let x = Tensor::from_fn([1, 4000], |[_, i]| 1e6_f32 + (i % 9) as f32 / 16.0);
    let want = lanes(&x.cast::<f64>(), [false, true], normed).cast::<f32>();
    assert!(x.layer_norm(Last, 1e-5).all_close(&want, 1e-4, 1e-4));
    assert!(x.layer_norm(All, 1e-5).all_close(&want, 1e-4, 1e-4));
    let column = x.transpose();
    assert!(column.layer_norm(Axis::<0>, 1e-5).all_close(want.transpose(), 1e-4, 1e-4));
    let var = x.cast::<f64>().var(All).item();
    assert!((f64::from(x.var(All).item()) / var - 1.0).abs() < 1e-5);
    // The first elements far from the mean.
    let x = Tensor::from_fn([4000], |[i]| if i < 40 { 1e5_f32 } else { (i % 9) as f32 });
    let var = x.cast::<f64>().var(All).item();
    assert!((f64::from(x.var(All).item()) / var - 1.0).abs() < 5e-7);
}

#[test]
fn infinities_and_nan_count_as_documented() {
    const INF: f64 = f64::INFINITY;
    let x = tensor![
        [0.0, INF, 1.0],
        [-INF, -INF, -INF],
        [0.0, f64::NAN, INF],
        [-INF, f64::NAN, -INF],
        [-INF, 0.0, 0.0]
    ];
    let sums = x.logsumexp(Last);
    let columns = x.transpose().to_contiguous();
    for sums in [&sums, &columns.logsumexp(Axis::<0>)] {
        let [a, b, c, d, e] = sums.to_vec()[..] else { panic!("five rows") };
        assert_eq!((a, b, e), (INF, -INF, 2.0_f64.ln()));
        assert!(c.is_nan() && d.is_nan());
    }
    for p in [x.softmax(Last), columns.softmax(Axis::<0>).viewed(|v| v.transpose())] {
        assert!((0..4).all(|row| p.index_axis(Axis::<0>, row).iter().all(|p| p.is_nan())));
        assert_eq!(p.index_axis(Axis::<0>, 4), tensor![0.0, 0.5, 0.5]);
    }
    // In long rows, whose elements are compared in runs of 64: whatever a NaN hides.
    for (place, other) in [(0, 64), (64, 0), (70, 262), (262, 70), (255, 256), (299, 191)] {
        for extreme in [INF, 1e300, -INF] {
            let x = Tensor::from_fn([1, 300], |[_, i]| match i {
                _ if i == place => f64::NAN,
                _ if i == other => extreme,
                _ => (i % 5) as f64,
            });
            for x in [&x.softmax(Last), &x.log_softmax(Last), &x.logsumexp(Keep(Last))] {
                assert!(x.iter().all(|x| x.is_nan()), "NaN at {place}, {extreme} at {other}");
            }
            // Without the NaN.
            let x = x.map(|&x| if x.is_nan() { 0.0 } else { x });
            let sum = x.logsumexp(All).item();
            assert!(sum == extreme || extreme == -INF && sum.is_finite(), "{extreme}: {sum}");
        }
    }
    // Of a lane beyond the first strip.
    let x = Tensor::from_fn([2, 1100], |[i, j]| match (i, j) {
        (0, 26) => f64::NAN,
        (0, 1050) => INF,
        _ => 0.0,
    });
    assert_eq!(x.logsumexp(Axis::<0>)[[1050]], INF);
}

/// Lanes are shared by the threads from 256 KiB on, also strips of lanes.
#[cfg(feature = "rayon")]
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let x = numbers([13, 31, 130]).cast::<f32>();
    assert!(x.len() * size_of::<f32>() < 256 << 10);
    let y = concat(Axis::<1>, &[x.view(), x.view()]);
    assert!(y.len() * size_of::<f32>() >= 256 << 10);
    let short = numbers([20_011, 10]).cast::<f32>();
    let run = || {
        let mut all = y.softmax(Last).to_vec();
        all.extend(short.softmax(Last).to_vec());
        all.extend(short.log_softmax(Last).to_vec());
        all.extend(short.logsumexp(Last).to_vec());
        all.extend(y.softmax(Axis::<1>).to_vec());
        all.extend(y.log_softmax(Last).to_vec());
        all.extend(y.logsumexp(Last).to_vec());
        all.extend(y.layer_norm(Last, 1e-5).to_vec());
        all.extend(y.layer_norm(axes![1, 2], 1e-5).to_vec());
        all.extend(y.rms_norm(Last, 1e-5).to_vec());
        all.extend(y.exp().to_vec());
        all.extend(y.powf(&y).to_vec().into_iter().filter(|x| !x.is_nan()));
        all
    };
    let one = pool(1).install(run);
    for threads in [2, 3, 8] {
        assert!(pool(threads).install(run) == one, "{threads} threads");
    }
    // The half that is not shared is the same, too.
    assert_eq!(y.softmax(Last).narrow(Axis::<1>, 0, 31), x.softmax(Last));
}

#[test]
fn lanes_side_by_side_agree_with_the_oracle() {
    let x = numbers([3, 5, 40]);
    check_axis(&x, Axis::<0>);
    check_axis(&x, Axis::<1>);
    check_axis(&numbers([3, 1100]), Axis::<0>);
    check_axis(&numbers([600, 17]), Axis::<0>);
}

/// Short lanes are copied to lie side by side, a block at a time: blocks that are full and not, and lanes that are just
/// too long.
#[test]
fn many_short_lanes_agree_with_the_oracle() {
    for (lanes, n) in
        [(1100, 1), (1100, 2), (1100, 7), (300, 50), (300, 63), (300, 64), (300, 65), (150, 128)]
    {
        check_axis(&numbers([lanes, n]), Last);
    }
    check_axis(&numbers([512, 3]), Last);
    check_axis(&numbers([60, 9, 5]), Axis::<1>);
    check_axis(&numbers([15, 4]), Last);
}

#[test]
fn lanes_side_by_side_have_special_values_of_their_own() {
    let inf = f64::INFINITY;
    let lanes =
        [[1.0, 2.0], [inf, 1.0], [-inf, 1.0], [-inf, -inf], [f64::NAN, 1.0], [f64::NAN, inf]];
    // Each lane down a column, several times; and as rows, which are so few that they are not copied side by side.
    let x = Tensor::from_fn([2, 30], |[i, j]| lanes[j % 6][i]);
    let (many, few) =
        (x.transpose().to_contiguous(), Tensor::from_fn([6, 2], |[i, j]| lanes[i][j]));
    let same = |a: &Tensor<f64, 2>, b: &Tensor<f64, 2>| {
        a.iter().zip(b).all(|(a, b)| a == b || a.is_nan() && b.is_nan() || (a - b).abs() < 1e-15)
    };
    let five_times = |x: Tensor<f64, 2>| concat(Axis::<0>, &[(); 5].map(|()| x.view()));
    for softmax in [x.softmax(Axis::<0>).transpose().to_contiguous(), many.softmax(Last)] {
        assert!(same(&softmax, &five_times(few.softmax(Last))));
    }
    for logs in [x.log_softmax(Axis::<0>).transpose().to_contiguous(), many.log_softmax(Last)] {
        assert!(same(&logs, &five_times(few.log_softmax(Last))));
    }
    for sums in [x.logsumexp(Axis::<0>), many.logsumexp(Last)] {
        let sums = sums.unsqueeze(Axis::<1>).to_contiguous();
        assert!(same(&sums, &five_times(few.logsumexp(Keep(Last)))));
    }
}
