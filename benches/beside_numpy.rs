//! How fast are decompositions, Fourier transforms and random numbers beside numpy, on one thread?
//!
//! ```sh
//! RAYON_NUM_THREADS=1 cargo bench -p benches --features beside_numpy --bench beside_numpy > holor.tsv
//! python3 benches/beside_numpy.py holor.tsv    # the same rows by numpy, with the ratio
//! ```
//!
//! Each line is a row and the least time of a call in microseconds. Words after `--` select rows.

use holor::num_complex::Complex;
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rows = Rows { words };
    macro_rules! decompositions {
        ($batch:literal, $a:expr, $b:expr) => {
            let (a, b) = ($a, $b);
            let n = *a.shape().last().expect("a matrix");
            let symmetric: Tensor<f64, _> = &a + &a.transpose();
            let positive: Tensor<f64, _> = &symmetric + &(Tensor::<f64, 2>::eye(n) * n as f64);
            rows.time(&format!("{}solve {n}", $batch), || a.solve(&b));
            rows.time(&format!("{}inv {n}", $batch), || a.inv());
            rows.time(&format!("{}det {n}", $batch), || a.det());
            rows.time(&format!("{}cholesky {n}", $batch), || positive.cholesky());
            rows.time(&format!("{}qr {n}", $batch), || a.qr());
            rows.time(&format!("{}svdvals {n}", $batch), || a.svdvals());
            rows.time(&format!("{}svd {n}", $batch), || a.svd());
            rows.time(&format!("{}eigvalsh {n}", $batch), || symmetric.eigvalsh());
            rows.time(&format!("{}eigh {n}", $batch), || symmetric.eigh());
        };
    }
    for n in [4, 10, 50, 100, 500] {
        decompositions!("", scattered([n, n], 3), scattered([n, 1], 4));
    }
    for n in [4, 10] {
        decompositions!("1000 of ", scattered([1000, n, n], 3), scattered([1000, n, 1], 4));
    }
    macro_rules! fourier {
        ($($F:ident)+) => { $(
            for n in [64, 1000, 1009, 1024, 4096, 1 << 20] {
                let (x, z) = numbers([n], |x| x as $F);
                let half = x.rfft(Last);
                rows.time(&format!("fft {n} {}", stringify!($F)), || z.fft(Last));
                rows.time(&format!("rfft {n} {}", stringify!($F)), || x.rfft(Last));
                rows.time(&format!("irfft {n} {}", stringify!($F)), || half.irfft(Last));
            }
            for n in [512, 1000] {
                let (x, z) = numbers([n, n], |x| x as $F);
                let half = x.rfftn(All);
                rows.time(&format!("fft2 {n} {}", stringify!($F)), || z.fftn(All));
                rows.time(&format!("rfft2 {n} {}", stringify!($F)), || x.rfftn(All));
                rows.time(&format!("irfft2 {n} {}", stringify!($F)), || half.irfftn(All));
            }
            let (x, z) = numbers([1000, 256], |x| x as $F);
            rows.time(concat!("fft over last ", stringify!($F)), || z.fft(Last));
            rows.time(concat!("rfft over last ", stringify!($F)), || x.rfft(Last));
            let (x, z) = numbers([256, 1000], |x| x as $F);
            rows.time(concat!("fft over first ", stringify!($F)), || z.fft(Axis::<0>));
            rows.time(concat!("rfft over first ", stringify!($F)), || x.rfft(Axis::<0>));
        )+ };
    }
    fourier!(f32 f64);
    random(&rows);
}

fn random(rows: &Rows) {
    const N: usize = 1_000_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (matrix, weights) = (scattered([10_000, 64], 1), scattered([10_000], 2) + 1.0);
    let weights = weights.to_vec();
    rows.time("uniform f32 1M", || Tensor::uniform([N], 0.0_f32..1.0, &mut rng));
    rows.time("uniform f64 1M", || Tensor::uniform([N], 0.0_f64..1.0, &mut rng));
    rows.time("uniform i64 1M", || Tensor::uniform([N], 0_i64..1000, &mut rng));
    rows.time("normal f32 1M", || Tensor::normal([N], 0.0_f32, 1.0, &mut rng));
    rows.time("normal f64 1M", || Tensor::normal([N], 0.0_f64, 1.0, &mut rng));
    rows.time("permutation 1M", || Tensor::permutation(N, &mut rng));
    rows.time("choice rows", || matrix.choice(Axis::<0>, 10_000, &mut rng));
    rows.time("choice distinct rows", || matrix.choice_distinct(Axis::<0>, 1000, &mut rng));
    rows.time("choice weighted rows", || {
        matrix.choice_with_weights(Axis::<0>, 10_000, &mut rng, &weights)
    });
}

struct Rows {
    words: Vec<String>,
}

impl Rows {
    /// Prints the least time of many short runs.
    fn time<U>(&self, name: &str, mut f: impl FnMut() -> U) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let mut run = |calls: u32| {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(f());
            }
            start.elapsed()
        };
        run(1);
        let calls = (200_000 / run(1).as_nanos().max(1)).clamp(1, 10_000) as u32;
        let (start, mut least) = (Instant::now(), Duration::MAX);
        while start.elapsed() < Duration::from_millis(300) {
            least = least.min(run(calls));
        }
        println!("{name}\t{:.2}", least.as_secs_f64() * 1e6 / f64::from(calls));
    }
}

/// Numbers between -0.5 and 0.5, scattered.
fn scattered<const R: usize>(shape: [usize; R], seed: usize) -> Tensor<f64, R> {
    let n: usize = shape.iter().product();
    let number = |i: usize| {
        let mixed = (i + seed * 7919 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    Tensor::from_vec((0..n).map(number).collect(), shape).expect("as many")
}

/// Real and complex numbers.
fn numbers<F: Copy, const R: usize>(
    shape: [usize; R],
    to: fn(f64) -> F,
) -> (Tensor<F, R>, Tensor<Complex<F>, R>) {
    let (x, y) = (scattered(shape, 1), scattered(shape, 2));
    (x.map(|&x| to(x)), zip((&x, &y)).map(|&x, &y| Complex::new(to(x), to(y))))
}
