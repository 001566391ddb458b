//! What computes: choose the shapes, call a kernel, wrap the result.
//!
//! `elementwise.rs` map, cast and the two-operand core; `operators.rs` + - * / % & | ^ and their
//! assigning forms; `zip.rs` one to six operands; `rhs.rs` what stands on their right;
//! `float.rs`, `compare.rs`, `equal.rs` named functions; `reduce/`, `linalg/`, `join.rs`, `pad.rs`, `generate.rs`, `iterate/` what they say.
//! No `unsafe` and no loop over elements here: those are in `kernels/`.

mod assign;
mod compare;
mod elementwise;
mod equal;
mod float;
mod generate;
mod join;
mod linalg;
mod operators;
mod pad;
mod rhs;
mod zip;

pub use generate::{Indexing, meshgrid, try_meshgrid};
pub use join::{concat, stack, try_concat, try_stack};
pub use linalg::{MatmulRhs, gemm, try_gemm};
pub use rhs::BroadcastRhs;
pub use zip::{Zip, ZipOperand, Zippable, try_zip, zip};
