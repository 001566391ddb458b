//! Linear algebra: products of matrices and vectors.
//!
//! `matmul.rs` matrices in batches, `gemm.rs` into a matrix that exists, `products.rs` vectors
//! (`dot matvec vecmat outer`), `trace.rs` the diagonal, `tensordot.rs` any two tensors, by `contract/`,
//! which `einsum!` stands on too. Here the shapes are checked and the errors
//! made; the loops are in `kernels/product`. Decompositions do not belong here.

pub(crate) mod contract;
mod gemm;
mod matmul;
mod products;
mod tensordot;
mod trace;

pub use gemm::{gemm, try_gemm};
pub use matmul::MatmulRhs;
pub use tensordot::{AsManyAs, TensordotRhs};
