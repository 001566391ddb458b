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
mod operators;
mod rhs;
mod zip;

pub use rhs::BroadcastRhs;
pub use zip::{Zip, ZipOperand, Zippable, try_zip, zip};
pub(crate) mod iterate;
