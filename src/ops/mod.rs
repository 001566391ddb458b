//! Operations that compute: each chooses the result's shape, calls a kernel and wraps the result.
//!
//! - `elementwise.rs`: `map`, `cast`, and the core of all operations with two operands.
//! - `operators.rs`, `assign.rs`: `+ - * / % & | ^` and their forms in place.
//! - `rhs.rs`: the right operand of operators and of the functions in `compare.rs`, `float.rs` and
//!   `math.rs`.
//! - `zip.rs`: one to eight operands together. `choose.rs`: `where_cond`. `complex.rs`: conjugates
//!   and parts. `equal.rs`: `==`.
//! - `fourier/` (feature `fft`), `random/` (feature `rand`), `reduce/`, `order/`, `linalg/`, `iterate/`, `concat.rs`, `pad.rs`, `generate.rs`: as their names say.
//!
//! No `unsafe` and no loop over elements is here: those are in `kernels/`.

mod assign;
mod choose;
mod compare;
mod complex;
mod elementwise;
mod equal;
mod float;
#[cfg(feature = "fft")]
mod fourier;
mod generate;
mod index;
pub(crate) mod iterate;
mod join;
mod linalg;
#[cfg(any(feature = "std", feature = "libm"))]
mod math;
mod operators;
mod order;
mod pad;
#[cfg(feature = "rand")]
mod random;
mod reduce;
mod rhs;
mod windows;
mod zip;

pub use assign::AssignRhs;
pub use choose::WhereOperand;
pub use elementwise::CastTo;
pub use equal::{EqualRhs, OrderRhs};
#[cfg(feature = "fft")]
pub use fourier::{FourierAxes, FourierComplex, FourierNorm, FourierReal};
pub use generate::{GridVectors, Indexing, meshgrid, try_meshgrid};
pub use index::{ListOf, Side, TakeIndices};
pub use join::{concat, stack, try_concat, try_stack};
pub(crate) use linalg::contract;
pub use linalg::{AsManyAs, MatmulRhs, TensordotRhs, gemm, try_gemm};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use math::scalar;
#[cfg(any(feature = "std", feature = "libm"))]
pub use order::QuantileMethod;
pub use order::Unique;
pub use reduce::{Mean, Summable};
pub use rhs::BroadcastRhs;
pub use zip::{CommonShape, OperandShape, OperandTuple, Zip, ZipOperand, try_zip, zip};
