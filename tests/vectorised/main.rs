//! Kernels that take a register full of numbers at a time, which unoptimised builds do not: run with
//! `--release` too.

mod blocks;
mod math;
mod products;
