//! How many instructions do representative kernels take?
//!
//! Counts do not depend on what else the machine does, so that a change shows where times are noisy.
//!
//! ```text
//! python3 benches/counts/record.py      counts by valgrind, writes benches/counts/counts.json
//! python3 benches/counts/compare.py     counts again and compares; fails where more than 5 % were added
//! cargo bench --bench counts -- NAME N  runs a kernel N times: what the scripts count
//! ```

use holor::prelude::*;
use std::hint::black_box;

/// Runs one kernel so many times, after making its operands.
type Kernel = fn(usize);

fn matrix(rows: usize, columns: usize) -> Tensor<f32, 2> {
    Tensor::from_fn([rows, columns], |[i, j]| ((i * 31 + j * 7) % 97) as f32 / 97.0)
}

fn repeat<R>(times: usize, mut work: impl FnMut() -> R) {
    for _ in 0..times {
        black_box(work());
    }
}

const KERNELS: [(&str, Kernel); 18] = [
    ("add_2x2", |n| {
        let (a, b) = (matrix(2, 2), matrix(2, 2));
        repeat(n, || black_box(&a) + black_box(&b));
    }),
    ("add_1k", |n| {
        let (a, b) = (matrix(1, 1000), matrix(1, 1000));
        repeat(n, || black_box(&a) + black_box(&b));
    }),
    ("add_scalar_1k", |n| {
        let a = matrix(1, 1000);
        repeat(n, || black_box(&a) + 2.0);
    }),
    ("add_transposed_256", |n| {
        let (a, b) = (matrix(256, 256), matrix(256, 256));
        repeat(n, || black_box(&a) + black_box(&b).transpose());
    }),
    ("copy_transposed_256", |n| {
        let a = matrix(256, 256);
        repeat(n, || black_box(&a).transpose().to_contiguous());
    }),
    ("rows_of_3", |n| {
        let (a, b) = (matrix(1000, 3), tensor![1.0_f32, 2.0, 3.0]);
        repeat(n, || black_box(&a) + black_box(&b));
    }),
    ("exp_4k", |n| {
        let a = matrix(64, 64);
        repeat(n, || black_box(&a).exp());
    }),
    ("tanh_4k", |n| {
        let a = matrix(64, 64);
        repeat(n, || black_box(&a).tanh());
    }),
    ("write_each_of_64", |n| {
        let mut a = matrix(8, 8);
        repeat(n, || {
            let a = black_box(&mut a);
            for i in 0..8 {
                for j in 0..8 {
                    a[[i, j]] = 1.0;
                }
            }
        });
    }),
    ("sum_64k", |n| {
        let a = matrix(256, 256);
        repeat(n, || black_box(&a).sum(All));
    }),
    ("sum_3x4", |n| {
        let a = matrix(3, 4);
        repeat(n, || black_box(&a).sum(All));
    }),
    ("sum_axis_0_256", |n| {
        let a = matrix(256, 256);
        repeat(n, || black_box(&a).sum(Axis::<0>));
    }),
    ("argmax_64k", |n| {
        let a = matrix(256, 256);
        repeat(n, || black_box(&a).argmax(All));
    }),
    ("softmax_64x256", |n| {
        let a = matrix(64, 256);
        repeat(n, || black_box(&a).softmax(Last));
    }),
    ("matmul_16", |n| {
        let (a, b) = (matrix(16, 16), matrix(16, 16));
        repeat(n, || black_box(&a).matmul(black_box(&b)));
    }),
    ("matmul_i32_64", |n| {
        let a = Tensor::from_fn([64, 64], |[i, j]| (i * 7 + j) as i32 % 13);
        repeat(n, || black_box(&a).matmul(black_box(&a)));
    }),
    ("divide_i64_4k", |n| {
        let a = Tensor::from_fn([64, 64], |[i, j]| i as i64 * 31 - j as i64 * 97);
        repeat(n, || black_box(&a) / 7);
    }),
    ("permute_and_slice", |n| {
        let a = Tensor::from_fn([8, 8, 8], |[i, j, k]| (i + j + k) as f32);
        repeat(n, || {
            let view = black_box(&a).permute(axes![2, 0, 1]).slice(s![1..7, .., ..;2]);
            black_box(view)[[1, 2, 3]]
        });
    }),
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    match (arguments.next(), arguments.next()) {
        (Some(name), Some(times)) => {
            let (_, kernel) = KERNELS.iter().find(|(known, _)| *known == name).expect("a kernel");
            kernel(times.parse().expect("how often"));
        }
        // As a test of the benchmarks: each kernel runs.
        _ => KERNELS.iter().for_each(|(_, kernel)| kernel(1)),
    }
}
