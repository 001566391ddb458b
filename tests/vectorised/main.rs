//! Kernels that take a register full of numbers at a time: run with `--release` too, and with `HOLOR_SIMD`
//! `scalar` and `avx2`.

mod all_f32;
mod blocks;
mod math;
mod of_two;
mod products;
mod repeats;
mod scalar;
mod special_values;
