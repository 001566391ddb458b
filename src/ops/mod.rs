//! What computes: choose the shapes, call a kernel, wrap the result.
//!
//! `elementwise.rs` map, cast and the two-operand core; `operators.rs`, `assign.rs` + - * / % & | ^;
//! `rhs.rs` what stands on the right of `compare.rs`, `float.rs` and `math.rs`; `zip.rs` one to six
//! operands; `choose.rs` a choice by a mask; `complex.rs` conjugates and parts; `equal.rs` `==`; `reduce/`, `linalg/`, `iterate/`, `join.rs`, `pad.rs`, `generate.rs` what they
//! say. No `unsafe` and no loop over elements here: those are in `kernels/`.

mod assign;
mod choose;
mod compare;
mod complex;
mod elementwise;
mod equal;
mod float;
mod generate;
pub(crate) mod iterate;
mod join;
mod linalg;
#[cfg(any(feature = "std", feature = "libm"))]
mod math;
mod operators;
mod pad;
mod reduce;
mod rhs;
mod zip;

pub use assign::AssignRhs;
pub use choose::WhereOperand;
pub use elementwise::CastTo;
pub use equal::EqualRhs;
pub use generate::{Indexing, meshgrid, try_meshgrid};
pub use join::{concat, stack, try_concat, try_stack};
pub(crate) use linalg::contract;
pub use linalg::{AsManyAs, MatmulRhs, TensordotRhs, gemm, try_gemm};
pub use reduce::{Mean, Summable};
pub use rhs::BroadcastRhs;
pub use zip::{OperandShape, OperandTuple, Zip, ZipOperand, try_zip, zip};
