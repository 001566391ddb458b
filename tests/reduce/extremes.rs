//! Products and variances of random, extreme and special numbers in all layouts, against plain loops.

use crate::disguise::disguises;
use holor::prelude::*;
use num_complex::Complex;

/// Random numbers: the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 32
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// From 1 to 2, of either sign.
    fn mantissa(&mut self) -> f64 {
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        sign * (1.0 + self.next() as f64 / (1_u64 << 32) as f64)
    }

    /// With an exponent of up to `range` bits, up or down.
    fn number(&mut self, range: i32) -> f64 {
        let exponent = self.below(2 * range as u64 + 1) as i32 - range;
        self.mantissa() * 2_f64.powi(exponent)
    }
}

/// A mantissa from 1 to 2 and an exponent, which may be any. Zero, infinity and NaN stand for themselves.
fn split(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, shift) = if x.abs() < f64::MIN_POSITIVE { (x * 2_f64.powi(64), 64) } else { (x, 0) };
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i64 - 1023;
    (x / 2_f64.powi(exponent as i32), exponent - shift)
}

/// The product without a range: a mantissa and an exponent.
fn exact_product(x: impl IntoIterator<Item = f64>) -> (f64, i64) {
    x.into_iter().fold((1.0, 0), |(product, exponent), x| {
        let (x, more) = split(x);
        let (product, still_more) = split(product * x);
        (product, exponent + more + still_more)
    })
}

fn times_two_to((mantissa, exponent): (f64, i64)) -> f64 {
    if mantissa == 0.0 || !mantissa.is_finite() {
        return mantissa;
    }
    let exponent = exponent.clamp(-2200, 2200) as i32;
    let half = exponent / 2;
    mantissa * 2_f64.powi(half) * 2_f64.powi(exponent - half)
}

/// A product of `n` numbers, as exactly as 64 bits have it.
#[derive(Debug)]
struct Product {
    n: usize,
    exact: (f64, i64),
}

impl Product {
    fn of<T: Copy + Into<f64>>(x: &[T]) -> Self {
        Product { n: x.len(), exact: exact_product(x.iter().map(|&x| x.into())) }
    }

    /// Whether a number is this product but for the rounding.
    fn is(&self, found: f64, epsilon: f64, (least, most): (f64, f64)) -> bool {
        let expected = times_two_to(self.exact);
        if expected.is_nan() {
            return found.is_nan();
        }
        if expected.abs() > most {
            return found == expected.signum() * f64::INFINITY;
        }
        let error = expected.abs() * epsilon * (self.n + 2) as f64;
        found.is_sign_negative() == expected.is_sign_negative()
            && (found - expected).abs() <= error + least
    }
}

const F32: (f64, f64) = (1.5e-45, f32::MAX as f64);
const F64: (f64, f64) = (5e-324, f64::MAX);

/// Lays lanes out in every way and hands on what `f` makes of them: along the last axis, along the first
/// one, and along two axes with one between. What is `exact` of a lane is computed once.
fn in_all_layouts<T: Clone + PartialEq, E>(
    lanes: &[Vec<T>],
    f: impl Fn(&TensorRef<T, 1>) -> T,
    rows: impl Fn(&TensorRef<T, 2>) -> Vec<T>,
    columns: impl Fn(&TensorRef<T, 2>) -> Vec<T>,
    split: impl Fn(&TensorRef<T, 3>) -> Vec<T>,
    exact: impl Fn(&[T]) -> E,
    check: impl Fn(&E, T, &str),
) {
    let (count, n) = (lanes.len(), lanes[0].len());
    let exact: Vec<E> = lanes.iter().map(|lane| exact(lane)).collect();
    for (name, x) in disguises(&Tensor::from_vec(lanes[0].clone(), [n]).unwrap()) {
        check(&exact[0], f(&x), name);
    }
    let all = |results: Vec<T>, name: &str| {
        assert_eq!(results.len(), count);
        for (exact, result) in exact.iter().zip(results) {
            check(exact, result, name);
        }
    };
    let x = Tensor::from_vec(lanes.concat(), [count, n]).unwrap();
    for (name, x) in disguises(&x) {
        all(rows(&x), &format!("rows, {name}"));
    }
    for (name, x) in disguises(&x.transpose()) {
        all(columns(&x), &format!("columns, {name}"));
    }
    if n % 2 == 0 {
        let x = x.reshape([count, 2, n / 2]);
        for (name, x) in disguises(&x.permute(axes![1, 0, 2])) {
            all(split(&x), &format!("two axes, {name}"));
        }
    }
}

fn products_f32(lanes: &[Vec<f32>]) {
    in_all_layouts(
        lanes,
        |x| x.prod(All).item(),
        |x| x.prod(Last).to_vec(),
        |x| x.prod(Axis::<0>).to_vec(),
        |x| x.prod(axes![0, 2]).to_vec(),
        Product::of,
        |product, found, what| {
            let fits = product.is(found.into(), f32::EPSILON.into(), F32);
            assert!(fits, "{what}: {found:e}, not {product:?}");
        },
    );
}

fn products_f64(lanes: &[Vec<f64>]) {
    in_all_layouts(
        lanes,
        |x| x.prod(All).item(),
        |x| x.prod(Last).to_vec(),
        |x| x.prod(Axis::<0>).to_vec(),
        |x| x.prod(axes![0, 2]).to_vec(),
        Product::of,
        |product, found, what| {
            let fits = product.is(found, f64::EPSILON, F64);
            assert!(fits, "{what}: {found:e}, not {product:?}");
        },
    );
}

#[test]
fn products_of_large_and_small() {
    let x = Tensor::from_vec([10.0_f32, 0.1].repeat(50), [100]).unwrap();
    assert!((x.prod(All).item() - 1.0).abs() < 1e-5, "{}", x.prod(All).item());
    let mut x = vec![0.1_f32; 1000];
    x[0] = f32::NEG_INFINITY;
    assert_eq!(Tensor::from_vec(x, [1000]).unwrap().prod(All).item(), f32::NEG_INFINITY);
    // Large ones before small ones, and some that are subnormal on the way.
    for (a, b) in [
        (1e30_f32, 1e-30_f32),
        (1e-40, 1e38),
        (1e38, 1e-40),
        (3.0, 1.0 / 3.0),
        (f32::from_bits(3), 1e38),
        (4294967000.0, 2.3283067e-10),
    ] {
        for n in [1, 5, 40, 300, 3000] {
            let blocks = [vec![a; n], vec![b; n]].concat();
            let lanes = [blocks.clone(), [a, b].repeat(n), blocks.into_iter().rev().collect()];
            products_f32(&lanes);
        }
    }
    let pair = |a: f64| (a, 1.0 / a);
    // So many are multiplied without a look at the exponent: as close to the limit as there are, and just beyond.
    let (many, few) = (2_f64.powi(32), 2_f64.powi(128));
    let limits =
        [many, few].map(|limit| [limit.next_down(), limit, 1.0 / limit, 1.5 * limit].map(pair));
    let pairs = [(1e300_f64, 1e-300_f64), (1e-310, 1e305)];
    for (a, b) in pairs.into_iter().chain(limits.into_iter().flatten()) {
        for n in [1, 40, 600] {
            products_f64(&[[vec![a; n], vec![b; n]].concat(), [a, b].repeat(n)]);
        }
    }
}

/// Each result is merged of two products of 14 elements, whose exponents do not fit into 64 bits.
#[test]
fn short_products_out_of_range_are_merged() {
    for (a, b) in [(1e38_f32, 1e-38_f32), (1e-38, 1e38)] {
        let x = Tensor::from_fn([2, 2, 2, 2, 7], |[n, ..]| if n == 0 { a } else { b });
        for product in &x.prod(axes![0, 2, 4]) {
            assert!((product - 1.0).abs() < 1e-5, "{product}");
        }
    }
}

/// Lanes of up to 15 `f32` are multiplied in 64 bits, which their products may leave on the way: eight of the smallest numbers
/// are zero there, nine of the largest infinite, and then there is an infinity or a zero.
#[test]
fn short_products_leave_the_range_of_64_bits() {
    let (least, most) = (f32::from_bits(1), f32::MAX);
    for n in 2..=17 {
        let at = |i, x, others| -> Vec<f32> {
            (0..n).map(|k| if k == i { x } else { others }).collect()
        };
        let mut lanes: Vec<Vec<f32>> = (0..n).map(|i| at(i, f32::INFINITY, least)).collect();
        lanes.extend((0..n).map(|i| at(i, 0.0, most)));
        lanes.extend((0..n).map(|i| at(i, f32::NAN, least)));
        // Seven or eight of the smallest, with 21 bits, beside the largest; the other way round, and mixed.
        let small = f32::from_bits(0x12_3457);
        for few in [n / 2, (n / 2).max(7).min(n), (n / 2).max(8).min(n)] {
            let lane = [vec![small; few], vec![most; n - few]].concat();
            lanes.extend([lane.iter().copied().rev().collect(), lane]);
            lanes.push((0..n).map(|k| if k % 2 == 0 { small } else { most }).collect());
        }
        products_f32(&lanes);
    }
}

const LENGTHS: [usize; 15] = [1, 2, 3, 7, 9, 10, 12, 15, 16, 31, 64, 258, 400, 1030, 5000];

#[test]
fn products_of_random_numbers() {
    let mut random = Random(1);
    for n in LENGTHS {
        for range in [1, 20, 126] {
            let mut lane = |special: bool| -> Vec<f32> {
                let mut lane: Vec<f32> = (0..n).map(|_| random.number(range) as f32).collect();
                // A product that stays in range, mostly.
                for i in (1..n).step_by(2) {
                    lane[i] = 1.0 / lane[i - 1];
                }
                if special {
                    let numbers = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-45];
                    for _ in 0..=random.below(2) {
                        lane[random.below(n as u64) as usize] = numbers[random.below(6) as usize];
                    }
                }
                lane
            };
            let lanes: Vec<Vec<f32>> = (0..5).map(|i| lane(i % 2 == 1)).collect();
            products_f32(&lanes);
            let wide = |lane: &Vec<f32>| -> Vec<f64> {
                lane.iter().map(|&x| f64::from(x).powi(if range == 126 { 8 } else { 1 })).collect()
            };
            products_f64(&lanes.iter().map(wide).collect::<Vec<_>>());
        }
    }
}

#[test]
fn products_of_complex_and_small_floats() {
    let (large, small) = (Complex::new(0.0_f32, 10.0), Complex::new(0.1, 0.0));
    for n in [4, 52, 1000] {
        let x = Tensor::from_vec([large, small].repeat(n), [n, 2]).unwrap();
        // i to the power of a multiple of 4.
        for (name, x) in disguises(&x) {
            let found = x.prod(All).item();
            assert!((found - Complex::new(1.0, 0.0)).norm() < 1e-3, "{n}, {name}: {found}");
        }
        let x = x.transpose().to_contiguous();
        let (up, down) = (x.row(0).prod(All).item(), x.row(1).prod(All).item());
        assert!(n < 50 || up.re == f32::INFINITY, "{up}");
        assert!(n < 50 || down == Complex::new(0.0, 0.0), "{down}");
    }
    #[cfg(feature = "half")]
    {
        let (large, small) = (half::f16::from_f32(8.0), half::f16::from_f32(0.125));
        let x = Tensor::from_vec([large, small].repeat(50), [100]).unwrap();
        assert_eq!(x.prod(All).item(), half::f16::ONE);
    }
}

/// In a long run two numbers are asked for NaN at once, and the last ones twice.
#[test]
fn a_nan_anywhere() {
    for n in [255, 256, 257, 319, 320, 700] {
        for place in 0..n {
            let x = Tensor::from_fn([n], |[i]| if i == place { f32::NAN } else { i as f32 });
            let best = [x.max(All).item(), x.min(All).item()];
            assert!(best.iter().all(|x| x.is_nan()), "{place} of {n}: {best:?}");
            assert_eq!([x.argmax(All).item(), x.argmin(All).item()], [place; 2], "of {n}");
        }
    }
}

/// Rows, and short lanes, which are copied to rows, are compared in pairs, the last row perhaps twice.
#[test]
fn a_nan_in_any_row() {
    let greater = |a: f32, b: f32| if b > a || b.is_nan() { b } else { a };
    for [rows, columns] in [[2, 40], [4, 33], [5, 64], [6, 17], [7, 70], [8, 16], [11, 130]] {
        let exact = |[i, j]: [usize; 2]| ((i * 7 + j * 13) % 23) as f32;
        for place in (0..rows * columns).map(|n| [n / columns, n % columns]) {
            let x =
                Tensor::from_fn(
                    [rows, columns],
                    |at| if at == place { f32::NAN } else { exact(at) },
                );
            let best = |j| (0..rows).map(|i| x[[i, j]]).reduce(greater).unwrap();
            let position = |j, best: f32| (0..rows).position(|i| x[[i, j]] == best).unwrap();
            for lanes in [x.view().to_contiguous(), x.transpose().to_contiguous()] {
                let by_rows = lanes.shape() == x.shape();
                let (found, at) = match by_rows {
                    true => (lanes.max(Axis::<0>), lanes.argmax(Axis::<0>)),
                    false => (lanes.max(Last), lanes.argmax(Last)),
                };
                let least = if by_rows { (-&lanes).min(Axis::<0>) } else { (-&lanes).min(Last) };
                for j in 0..columns {
                    let what = format!("{place:?}, column {j} of {rows} rows, {by_rows}");
                    if j == place[1] {
                        assert!(found[[j]].is_nan() && least[[j]].is_nan(), "{what}");
                        assert_eq!(at[[j]], place[0], "{what}");
                    } else {
                        assert_eq!([found[[j]], -least[[j]]], [best(j); 2], "{what}");
                        assert_eq!(at[[j]], position(j, best(j)), "{what}");
                    }
                }
            }
        }
    }
}

/// A source larger than the cache is reduced by pairs of rows.
#[test]
fn a_nan_in_a_large_source() {
    let x = Tensor::from_fn([5, 900_000], |[i, j]| if j == i { f32::NAN } else { (i * j) as f32 });
    let (best, numbers) = (x.max(Axis::<0>), x.nan_max(Axis::<0>));
    for j in 0..900_000 {
        assert!(if j < 5 { best[[j]].is_nan() } else { best[[j]] == (4 * j) as f32 }, "{j}");
        let greatest = if j == 4 { 3 * j } else { 4 * j };
        assert_eq!(numbers[[j]], greatest as f32);
    }
}

#[derive(Debug)]
struct Variance {
    exact: f64,
    /// Whether the sum of the squares is.
    is_too_large: bool,
    /// The largest square.
    scale: f64,
}

impl Variance {
    fn of(x: &[f32]) -> Self {
        let n = x.len() as f64;
        let mean = x.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
        let squares = x.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>();
        Variance {
            exact: squares / n,
            is_too_large: squares > f64::from(f32::MAX) * 0.999,
            scale: x.iter().fold(0.0, |scale: f64, &x| scale.max(f64::from(x).powi(2))),
        }
    }

    fn check(&self, found: f32, what: &str) {
        let what = || format!("{what}: {found:e}, not {self:?}");
        if self.exact.is_nan() {
            assert!(found.is_nan(), "{}", what());
        } else if self.exact > f64::from(f32::MAX) {
            assert!(found == f32::INFINITY, "{}", what());
        } else if !(self.is_too_large && found == f32::INFINITY) {
            // Squares may be too small, too.
            let error = self.exact * 1e-5 + self.scale * 1e-12 + 1e-37;
            assert!((f64::from(found) - self.exact).abs() <= error, "{}", what());
        }
    }
}

fn variances_f32(lanes: &[Vec<f32>]) {
    in_all_layouts(
        lanes,
        |x| x.var(All).item(),
        |x| x.var(Last).to_vec(),
        |x| x.var(Axis::<0>).to_vec(),
        |x| x.var(axes![0, 2]).to_vec(),
        Variance::of,
        Variance::check,
    );
}

#[test]
fn variances_whose_squares_overflow() {
    let (inf, large) = (f32::INFINITY, 3e38);
    let x = tensor![large, 1.0_f32, 2.0];
    assert_eq!((x.var(All).item(), x.std(All).item()), (inf, inf));
    let x = tensor![1.7e308, 1.0, 2.0, -1.7e308];
    assert_eq!((x.var(All).item(), x.std(All).item()), (f64::INFINITY, f64::INFINITY));
    for n in LENGTHS {
        let mut lane = vec![1.0_f32; n];
        lane[n / 2] = large;
        let mut both = vec![large; n];
        both[n - 1] = -large;
        let alternating: Vec<f32> =
            (0..n).map(|i| if i % 3 == 0 { large } else { -large }).collect();
        let mut with_inf = lane.clone();
        with_inf[0] = inf;
        let mut with_nan = both.clone();
        with_nan[n / 3] = f32::NAN;
        let equal = vec![large; n];
        variances_f32(&[lane, both, alternating, with_inf, with_nan, equal]);
    }
}

#[test]
fn variances_of_random_numbers() {
    let mut random = Random(2);
    for n in LENGTHS {
        for (range, offset) in [(1, 0.0), (1, 1e4), (20, 0.0), (70, 0.0), (126, 0.0)] {
            let mut lane = || (0..n).map(|_| (offset + random.number(range)) as f32).collect();
            let lanes: Vec<Vec<f32>> = (0..5).map(|_| lane()).collect();
            variances_f32(&lanes);
        }
    }
}

/// So many results that whole rows are reduced together, or several parts of rows, and some are left over.
#[test]
fn products_and_variances_of_many_columns() {
    let mut random = Random(4);
    for (count, n) in [(16, 6), (37, 7), (150, 100), (4200, 4), (8300, 3), (4100, 70)] {
        let special = [0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-45, 3e38];
        let mut lane = |i: usize| -> Vec<f32> {
            let mut lane: Vec<f32> = (0..n).map(|_| random.number(60) as f32).collect();
            (1..n).step_by(2).for_each(|i| lane[i] = 1.0 / lane[i - 1]);
            if i.is_multiple_of(3) {
                lane[i % n] = special[i % 6];
            }
            lane
        };
        let lanes: Vec<Vec<f32>> = (0..count).map(&mut lane).collect();
        products_f32(&lanes);
        variances_f32(&lanes);
        let wide = |lane: &Vec<f32>| lane.iter().map(|&x| f64::from(x).powi(5)).collect();
        products_f64(&lanes.iter().map(wide).collect::<Vec<_>>());
    }
}

#[test]
fn layer_norms_whose_squares_overflow() {
    let x = tensor![3e38_f32, 1.0, 2.0];
    assert_eq!(x.layer_norm(Last, 1e-5).to_vec(), [0.0; 3]);
    let x = tensor![[1.7e308, -1.7e308, 2.0], [1.0, 1.0, f64::NAN], [1.0, 0.0, -1.0]];
    for (name, x) in disguises(&x) {
        let found = x.layer_norm(Last, 0.0).to_vec();
        assert_eq!(found[..3], [0.0; 3], "{name}");
        assert!(found[3..6].iter().all(|x| x.is_nan()), "{name}");
        assert!((found[6] - 1.5_f64.sqrt()).abs() < 1e-12, "{name}");
    }
    for (name, x) in disguises(&x.transpose()) {
        let found = x.layer_norm(Axis::<0>, 0.0).transpose().to_vec();
        assert_eq!(found[..3], [0.0; 3], "{name}");
        assert!(found[3..6].iter().all(|x| x.is_nan()), "{name}");
    }
    let mut long = vec![1e-3_f32; 2000];
    long[700] = -2e38;
    let x = Tensor::from_vec(long, [2000]).unwrap();
    assert!(x.layer_norm(Last, 0.0).to_vec().iter().all(|&x| x == 0.0));
}

/// The bits of large results do not depend on the number of threads.
#[test]
fn products_and_variances_on_several_threads() {
    let mut random = Random(3);
    let x: Vec<f32> = (0..600_000).map(|_| random.number(100) as f32).collect();
    let x: Vec<f32> = x.chunks(2).flat_map(|pair| [pair[0], 1.0 / pair[0]]).collect();
    let x = Tensor::from_vec(x, [600_000]).unwrap();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut bits = Vec::new();
            let mut see = |t: Tensor<f32, 1>| bits.extend(t.to_vec().iter().map(|x| x.to_bits()));
            let shapes =
                [[1, 600_000], [600_000, 1], [300, 2000], [2000, 300], [60_000, 10], [50, 12_000]];
            for shape in shapes.into_iter().chain([[150, 4000]]) {
                let x = x.reshape_view(shape).unwrap();
                see(x.prod(Last));
                see(x.prod(Axis::<0>));
                see(x.var(Last));
                see(x.var(Axis::<0>));
                see(x.sum(Last));
                see(x.sum(Axis::<0>));
            }
            bits
        })
    };
    let one = on(1);
    assert!(one == on(2) && one == on(3));
}
