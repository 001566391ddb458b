//! Products of matrices and vectors: which kernel does which.
//!
//! `mat_ref.rs` has vectors and matrices as proved operands; `batches.rs` walks over broadcast batches, without
//! a rank. `generic.rs` has the kernels for every number type, in safe code; those of built-in numbers are
//! compiled here, once ([`Products`]). `integer.rs` multiplies integers. `inexact.rs` has what kernels of floats and
//! complex numbers share; `float.rs` decides: small matrices of `f32` and `f64` go to `tile.rs`, which multiplies them in
//! registers (`registers.rs`), all others to the `gemm` crate; vectors, matrices times vectors and many pairs of vectors
//! go to `dots.rs`, whose sums are those of `sums.rs` and `strips.rs`. `gram.rs` multiplies the rows of a matrix
//! with each other, for `cov`. `half_precision.rs` computes `f16` and `bf16` in `f32`. No `Tensor` here, and no
//! check of shapes that a user could get wrong: that is `ops/linalg`.

mod batches;
pub(crate) mod convolve;
mod dots;
mod float;
mod generic;
pub(crate) mod gram;
#[cfg(feature = "half")]
mod half_precision;
mod inexact;
mod integer;
mod mat_ref;
mod registers;
mod strips;
mod sums;
mod tile;

use super::operand::{Sink, Source};
use super::specialize::built_in_kernels;
use crate::layout::{Layout, WalkAxis};
use alloc::vec::Vec;
use batches::Batches;
pub(crate) use generic::Number;
use mat_ref::{MatRef, VecRef};
use num_complex::Complex;

/// The products of one type of number.
///
/// A program that multiplies built-in numbers calls them by these pointers, which stand in this
/// library: it compiles no kernel of its own.
#[derive(Clone, Copy)]
struct Products<T> {
    /// Multiplies all pairs into a new buffer.
    ///
    /// # Safety
    /// The strides of the products reach each place of a buffer of so many elements, and no other.
    matmul: unsafe fn(&Batches<'_, T>) -> Vec<T>,
    /// # Safety
    /// The last is the first element of the first product; each index of each product has one, which nothing
    /// else reaches.
    gemm: unsafe fn(Option<T>, &Batches<'_, T>, T, *mut T),
    dot: fn(VecRef<'_, T>, VecRef<'_, T>) -> T,
    /// Whether products can be written with the axes of the result in any order.
    writes_anywhere: bool,
}

built_in_kernels! {
    Products:
    Products {
        matmul: float::matmul,
        gemm: float::gemm,
        dot: sums::dot,
        writes_anywhere: true,
    } => f32, f64, Complex<f32>, Complex<f64>,
        #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16;
    Products {
        matmul: |batches| generic::matmul(batches, integer::add_product),
        // SAFETY: by the caller's promise.
        gemm: |a, batches, b, c| unsafe { generic::gemm(a, batches, b, c, integer::add_product) },
        dot: generic::dot,
        writes_anywhere: false,
    } => i8, i16, i32, i64, isize, u8, u16, u32, u64, usize;
}

/// The matrix product of `T`, whatever it is. A program compiles the generic form of this kernel alone.
#[inline(always)]
fn matmul_of<T: Number>() -> unsafe fn(&Batches<'_, T>) -> Vec<T> {
    match built_in::<T>() {
        Some(products) => products.matmul,
        None => |batches| generic::matmul(batches, generic::add_product),
    }
}

/// Multiplies matrices: `[.., m, k] x [.., k, n] -> [.., m, n]`, into a buffer laid out by `result`.
///
/// The batch sizes of each operand are those of `result` or 1. `result` is row-major, or has its axes
/// in another order for elements that are written anywhere ([`writes_anywhere`]).
pub(crate) fn matmul<T: Number, const R: usize>(
    a: Source<'_, T, R>,
    b: Source<'_, T, R>,
    result: &Layout<R>,
) -> Vec<T> {
    let mut axes = [WalkAxis::UNIT; R];
    let batches = Batches::new(&a, &b, result, &mut axes);
    if !result.is_contiguous() {
        let fills = result.offset() == 0 && result.is_disjoint() && result.fits(result.len());
        assert!(fills && writes_anywhere::<T>());
    }
    // SAFETY: the precondition of `matmul`: no gaps, or disjoint and in its buffer.
    unsafe { matmul_of()(&batches) }
}

/// Whether products of these elements can be written with the axes of the result in any order.
pub(crate) fn writes_anywhere<T>() -> bool {
    built_in::<T>().is_some_and(|products| products.writes_anywhere)
}

/// Multiplies two matrices into a new buffer.
fn one_product<T: Number>(a: MatRef<'_, T>, b: MatRef<'_, T>) -> Vec<T> {
    let strides = [b.columns() as isize, 1];
    // SAFETY: the precondition of `matmul`: a row-major result.
    unsafe { matmul_of()(&Batches::one(a, b, strides)) }
}

/// Multiplies a matrix and a vector: `[m, k] x [k] -> [m]`.
pub(crate) fn matvec<T: Number, const R: usize, const B: usize>(
    a: Source<'_, T, R>,
    x: Source<'_, T, B>,
) -> Vec<T> {
    one_product(MatRef::new(&a), VecRef::new(&x).as_column())
}

/// Multiplies a vector and a matrix: `[k] x [k, n] -> [n]`.
pub(crate) fn vecmat<T: Number, const R: usize, const B: usize>(
    x: Source<'_, T, B>,
    a: Source<'_, T, R>,
) -> Vec<T> {
    one_product(VecRef::new(&x).as_column().transposed(), MatRef::new(&a))
}

/// Sums the products of two vectors' elements: `[k] x [k] -> T`.
pub(crate) fn dot<T: Number, const A: usize, const B: usize>(
    a: Source<'_, T, A>,
    b: Source<'_, T, B>,
) -> T {
    let dot = built_in::<T>().map_or(generic::dot as fn(_, _) -> _, |products| products.dot);
    dot(VecRef::new(&a), VecRef::new(&b))
}

/// Multiplies matrices into ones that exist: `c = alpha * a * b + beta * c`. No `alpha` is 1.
///
/// With `beta` zero, `c` is not read; with `alpha` zero, `a` and `b` are not.
#[inline]
pub(crate) fn gemm<T: Number, const A: usize, const B: usize, const C: usize>(
    alpha: Option<T>,
    a: Source<'_, T, A>,
    b: Source<'_, T, B>,
    beta: T,
    c: Sink<'_, T, C>,
) {
    let mut axes = [WalkAxis::UNIT; C];
    let batches = Batches::new(&a, &b, c.layout(), &mut axes);
    match built_in::<T>() {
        // SAFETY: the precondition of `gemm`: elements of the sink (invariants 1 and 2).
        Some(products) => unsafe { (products.gemm)(alpha, &batches, beta, c.zero()) },
        // SAFETY: as above.
        None => unsafe { generic::gemm(alpha, &batches, beta, c.zero(), generic::add_product) },
    }
}
