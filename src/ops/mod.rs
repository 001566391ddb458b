//! Operations that compute: each chooses the result's shape, calls a kernel and wraps the result.
//!
//! - `elementwise.rs`: `map`, and the core of all operations with two operands.
//! - `operators.rs`, `assign.rs`: `+ - * / % & | ^ << >>` and their forms in place.
//! - `float.rs`, `math.rs`: functions of floats and complex numbers, `float_element.rs` their element types.
//!   `sign.rs`, `division.rs`, `integer.rs`, `compare.rs`, `cast.rs`: functions of other numbers.
//! - `rhs.rs`: the right operand of operators and of the functions in `compare.rs`, `float.rs` and
//!   `math.rs`.
//! - `zip.rs`: one to eight operands together. `choose.rs`: `where_cond`. `complex.rs`: conjugates
//!   and parts. `equal.rs`: `==`.
//! - `fourier/` (feature `fft`), `random/` (feature `rand`), `reduce/`, `index/`, `order/`, `join/`, `linalg/`, `windows/`,
//!   `iterate/`, `generate.rs`, `shapes.rs`: as their names say.
//! - `strict.rs`: tensors that combine with their own rank only.
//!
//! No `unsafe` and no loop over elements is here: those are in `kernels/`.

mod assign;
mod cast;
mod choose;
mod compare;
mod complex;
mod division;
mod elementwise;
mod equal;
#[cfg(any(feature = "std", feature = "libm"))]
mod float;
#[cfg(any(feature = "std", feature = "libm"))]
mod float_element;
#[cfg(feature = "fft")]
mod fourier;
mod generate;
mod index;
mod integer;
pub(crate) mod iterate;
mod join;
mod linalg;
#[cfg(any(feature = "std", feature = "libm"))]
mod math;
mod operators;
mod order;
#[cfg(feature = "rand")]
mod random;
mod reduce;
mod rhs;
mod shapes;
mod sign;
#[cfg(any(feature = "std", feature = "libm"))]
mod small_floats;
mod strict;
mod windows;
mod zip;

pub use assign::AssignRhs;
pub use cast::CastTo;
pub use choose::WhereOperand;
pub use complex::Conjugate;
pub use division::{FloorDivision, Integers};
pub use equal::{EqualRhs, OrderRhs};
#[cfg(any(feature = "std", feature = "libm"))]
pub use float_element::FloatElement;
#[cfg(feature = "fft")]
pub use fourier::{FourierAxes, FourierComplex, FourierNorm, FourierReal};
pub use generate::{GridVectors, Indexing, meshgrid, try_meshgrid};
pub use index::{ListOf, Side, TakeIndices};
pub use integer::{Exponent, ManyExponents, OneExponent};
pub use join::{PadMode, concat, stack, try_concat, try_stack};
pub(crate) use linalg::contract;
#[cfg(feature = "linalg")]
pub(crate) use linalg::decompose;
pub use linalg::{AsManyAs, MatmulRhs, TensordotRhs, gemm, try_gemm};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use math::scalar;
#[cfg(any(feature = "std", feature = "libm"))]
pub use order::QuantileMethod;
pub use order::Unique;
pub use reduce::{Mean, Summable};
pub use rhs::BroadcastRhs;
pub use shapes::{broadcast_shapes, try_broadcast_shapes};
pub use sign::{ComplexNumbers, Magnitude, RealNumbers};
pub use strict::{Strict, StrictRhs};
pub use windows::{ConvOptions, ConvTransposeOptions, Overlap, PoolOptions};
pub use zip::{CommonShape, OperandShape, OperandTuple, Zip, ZipOperand, try_zip, zip};
