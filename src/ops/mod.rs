//! What computes on tensors: each file is one kind of operation.
//!
//! A method here checks the shapes, makes the layout of the result and calls one kernel; it may
//! call other operations. No loop over elements and no `unsafe` here: those are in `kernels/`.
//! View operations, constructors and access to elements are in `tensor/`.

mod generate;
mod join;
mod linalg;
mod pad;

pub use generate::{Indexing, meshgrid, try_meshgrid};
pub use join::{concat, stack, try_concat, try_stack};
pub use linalg::{MatmulRhs, gemm, try_gemm};
