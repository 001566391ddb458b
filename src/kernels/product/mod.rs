//! Products of matrices and vectors: which kernel does which.
//!
//! `mat_ref.rs` has vectors and matrices as proved operands; `batches.rs` walks over broadcast batches, without
//! a rank. `generic.rs` has the kernels for every number type, in safe code; those of built-in numbers are
//! compiled here, once ([`Products`]). `integer.rs` multiplies integers. `float.rs` decides for floats and
//! complex numbers: small matrices of `f32` and `f64` go to `tile.rs`, which multiplies them in registers
//! (`registers.rs`), all others to the `gemm` crate; vectors, matrices times vectors and many pairs of vectors
//! go to `dots.rs`, whose sums are those of `lanes.rs` and `strips.rs`. `half_precision.rs` computes `f16` and `bf16` in `f32`.
//! No `Tensor` here, and no check of shapes that a user could get wrong: that is `ops/linalg`.

mod batches;
mod dots;
mod float;
mod generic;
#[cfg(feature = "half")]
mod half_precision;
mod integer;
mod lanes;
mod mat_ref;
mod registers;
mod strips;
mod tile;

use super::operand::{Sink, Source};
use super::specialize::{BuiltIn, Same};
use super::threads;
use crate::layout::Layout;
use alloc::vec::Vec;
use batches::Batches;
use core::ops::Mul;
use mat_ref::{MatMut, MatRef, VecRef};
use num_complex::Complex;
use num_traits::Zero;

/// A number that can be multiplied and added up.
pub(crate) trait Number: Clone + Zero + Mul<Output = Self> {}
impl<T: Clone + Zero + Mul<Output = T>> Number for T {}

/// The products of one type of number.
///
/// A program that multiplies built-in numbers calls them by these pointers, which stand in this
/// library: it compiles no kernel of its own.
#[derive(Clone, Copy)]
struct Products<T> {
    /// Writes to the strides of the result, which reach each place of it.
    matmul: unsafe fn(&Batches<'_, T>) -> Vec<T>,
    gemm: fn(Option<T>, &Batches<'_, T>, T, MatMut<'_, T>),
    dot: fn(VecRef<'_, T>, VecRef<'_, T>) -> T,
    sum: fn(VecRef<'_, T>) -> T,
    /// Whether products can be written with the axes of the result in any order.
    writes_anywhere: bool,
}

macro_rules! built_in {
    ($($matrices:ident $sums:ident: $($(#[$attribute:meta])* $number:ty),*;)*) => {
        $($(
            $(#[$attribute])*
            // SAFETY: the precondition of `BuiltIn`: it mentions no lifetime.
            unsafe impl BuiltIn for Products<$number> {}
        )*)*

        /// The kernels of `T`, if it is a built-in number.
        #[inline(always)]
        fn built_in<T>() -> Option<Products<T>> {
            $($(
                $(#[$attribute])*
                if let Some(same) = Same::<Products<T>, Products<$number>>::proof() {
                    // A `static`, since the functions of a constant are compiled where it is used.
                    static PRODUCTS: Products<$number> = Products {
                        matmul: $matrices::matmul,
                        gemm: $matrices::gemm,
                        dot: $sums::dot,
                        sum: $sums::sum,
                        writes_anywhere: $matrices::WRITES_ANYWHERE,
                    };
                    return Some(same.value_back(PRODUCTS));
                }
            )*)*
            None
        }
    };
}

built_in! {
    float lanes: f32, f64, Complex<f32>, Complex<f64>,
        #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16;
    integer generic: i8, i16, i32, i64, isize, u8, u16, u32, u64, usize;
}

/// Calls `f` with the numbers of so many pieces of work, on several threads. Compiled once for all work.
#[inline(never)]
fn share_pieces(count: usize, f: &(dyn Fn(usize) + Sync)) {
    threads::share(0..count, f);
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
    if R == 2 && result.is_contiguous() {
        // The most common case, without a detour.
        return one_product(MatRef::new(&a), MatRef::new(&b));
    }
    let mut axes = [Batches::<T>::UNIT; R];
    let batches = Batches::new(&a, &b, result, &mut axes);
    let in_order = result.is_contiguous();
    if !in_order {
        let fills = result.offset() == 0 && result.is_disjoint() && result.fits(result.len());
        assert!(fills && writes_anywhere::<T>());
    }
    // SAFETY: the precondition of `products`: no gaps, or disjoint and in its buffer.
    unsafe { products(&batches) }
}

/// Whether products of these elements can be written with the axes of the result in any order.
pub(crate) fn writes_anywhere<T>() -> bool {
    built_in::<T>().is_some_and(|products| products.writes_anywhere)
}

/// Multiplies all pairs into a new buffer.
///
/// # Safety
/// The strides of the products reach each place of a buffer of so many elements, and no other.
#[inline]
unsafe fn products<T: Number>(batches: &Batches<'_, T>) -> Vec<T> {
    match built_in::<T>() {
        // SAFETY: by the caller's promise.
        Some(products) => unsafe { (products.matmul)(batches) },
        None => generic::matmul(batches, generic::add_product),
    }
}

/// Multiplies two matrices into a new buffer.
fn one_product<T: Number>(a: MatRef<'_, T>, b: MatRef<'_, T>) -> Vec<T> {
    // SAFETY: the precondition of `products`: a row-major result.
    unsafe { products(&Batches::one(a, b)) }
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
    let (a, b) = (VecRef::new(&a), VecRef::new(&b));
    match built_in::<T>() {
        Some(products) => (products.dot)(a, b),
        None => generic::dot(a, b),
    }
}

/// Sums the elements of a vector.
pub(crate) fn sum_of<T: Clone + Zero>(a: Source<'_, T, 1>) -> T {
    let vector = VecRef::new(&a);
    match built_in::<T>() {
        Some(products) => (products.sum)(vector),
        None => generic::sum(vector),
    }
}

/// Multiplies matrices into ones that exist: `c = alpha * a * b + beta * c`. No `alpha` is 1.
///
/// With `beta` zero, `c` is not read; with `alpha` zero, `a` and `b` are not.
pub(crate) fn gemm<T: Number, const A: usize, const B: usize, const C: usize>(
    alpha: Option<T>,
    a: Source<'_, T, A>,
    b: Source<'_, T, B>,
    beta: T,
    c: Sink<'_, T, C>,
) {
    let mut axes = [Batches::<T>::UNIT; C];
    let batches = Batches::new(&a, &b, c.layout(), &mut axes);
    if batches.len == 0 {
        return;
    }
    let shape = [batches.a.rows(), batches.b.columns()];
    // SAFETY: the first product; nothing else reaches the elements of the sink (invariants 1 and 2).
    let c = unsafe { MatMut::at(c.zero(), shape, batches.c_strides) };
    match built_in::<T>() {
        Some(products) => (products.gemm)(alpha, &batches, beta, c),
        None => generic::gemm(alpha, &batches, beta, c, generic::add_product),
    }
}
