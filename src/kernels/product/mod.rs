//! Products of matrices and vectors: which kernel does which.
//!
//! `mat_ref.rs` has a matrix and a vector as proved operands; `batch.rs` walks over broadcast batches.
//! `generic.rs` has the kernels for every number type, in safe code, and `integer.rs` the product of
//! matrices of built-in integers. `float.rs` decides for floats and complex numbers: large matrices
//! go to the `gemm` crate, small ones to `tile.rs` (with `panel.rs` where the right operand is
//! transposed), vectors to `lanes.rs` and `matvec.rs`, many pairs of vectors to `dots.rs`;
//! `vectors.rs` has the registers that tiles and strips are written in. No `Tensor` here, and no
//! check of shapes that a user could get wrong: that is `ops/linalg`.

mod batch;
mod dots;
mod float;
mod generic;
mod integer;
mod lanes;
mod mat_ref;
mod matvec;
mod panel;
mod tile;
mod vectors;

use super::elementwise::Visit;
use super::operand::{Sink, Source};
use super::specialize::Same;
use crate::layout::{Layout, Order};
use crate::storage::Span;
#[cfg(feature = "half")]
use crate::storage::SpanMut;
use alloc::vec::Vec;
use batch::Batches;
use core::ops::Mul;
#[cfg(feature = "half")]
use lanes::Lane;
use mat_ref::{MatRef, VecRef};
use num_complex::Complex;
use num_traits::Zero;

/// Returns what `$then` makes of the proof, if `$T` is one of the types.
macro_rules! return_if {
    ($T:ident is $($number:ty)|+, $same:ident => $then:expr) => { $(
        if let Some($same) = Same::<$T, $number>::proof() {
            return $then;
        }
    )+ };
}

/// As `return_if`, for the types whose matrices have float kernels.
macro_rules! return_if_float {
    ($T:ident, $same:ident => $then:expr) => {
        return_if!($T is f32 | f64 | Complex<f32> | Complex<f64>, $same => $then);
    };
}

/// As `return_if`, for the types that are computed in `f32` and rounded once.
macro_rules! return_if_small {
    ($T:ident, $same:ident => $then:expr) => {
        #[cfg(feature = "half")]
        return_if!($T is half::f16 | half::bf16, $same => $then);
    };
}

/// As `return_if`, for the types whose vectors have kernels ([`Lane`]).
macro_rules! return_if_lane {
    ($T:ident, $same:ident => $then:expr) => {
        return_if_float!($T, $same => $then);
        return_if_small!($T, $same => $then);
    };
}

/// Multiplies matrices: `[.., m, k] x [.., k, n] -> [.., m, n]`, into a buffer laid out by `result`.
///
/// The batch sizes of each operand are those of `result` or 1. `result` is row-major, or has its axes
/// in another order for elements that are written anywhere ([`writes_anywhere`]).
pub(crate) fn matmul<T, const R: usize>(
    a: Source<'_, T, R>,
    b: Source<'_, T, R>,
    result: &Layout<R>,
) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    return_if_float!(T, same => same.vec_back(float::matmul(same.source(a), same.source(b), result)));
    return_if_small!(T, same => {
        let product = product_in_f32(same.source(a), same.source(b), result);
        same.vec_back(product.into_iter().map(Lane::round).collect())
    });
    assert!(result.is_contiguous(), "these products are made one after the other");
    let mut elements = Vec::with_capacity(result.len());
    Batches::new(a, b, result).for_each_run(|pairs| match (pairs.a.rows(), pairs.b.columns()) {
        (1, 1) => dots::any(&mut elements, &pairs),
        _ => pairs.for_each(|_, a, b| any(&mut elements, a, b)),
    });
    elements
}

/// Whether products of these elements can be written with the axes of the result in any order.
pub(crate) fn writes_anywhere<T>() -> bool {
    return_if_float!(T, _same => true);
    return_if_small!(T, _same => true);
    false
}

/// Appends the product of two matrices of numbers that are not floats.
fn any<T>(elements: &mut Vec<T>, a: MatRef<'_, T>, b: MatRef<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    if is_integer::<T>() && a.rows() > 1 && b.columns() > 1 {
        // SAFETY: just asked.
        unsafe { integer::matmul(elements, a, b) };
    } else {
        generic::matmul(elements, a, b);
    }
}

/// Whether this is a built-in integer of up to 64 bits, whose products are vectorised.
fn is_integer<T>() -> bool {
    macro_rules! is {
        ($($number:ty)*) => { $(Same::<T, $number>::proof().is_some())||* };
    }
    is!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize)
}

/// Multiplies matrices of small floats in `f32`: `gemm` has no `bf16`, and would round an `f16` after
/// each block of the inner axis.
#[cfg(feature = "half")]
fn product_in_f32<F: Lane<Sum = f32>, const R: usize>(
    a: Source<'_, F, R>,
    b: Source<'_, F, R>,
    result: &Layout<R>,
) -> Vec<f32> {
    // An operand that is repeated can be large where the result is empty.
    if result.is_empty() {
        return Vec::new();
    }
    let (a, b) = (widened(a), widened(b));
    let (x, y) = (Span::from_slice(&a.0), Span::from_slice(&b.0));
    float::matmul(Source::new(x, &a.1), Source::new(y, &b.1), result)
}

#[cfg(feature = "half")]
fn widened<F: Lane<Sum = f32>, const R: usize>(source: Source<'_, F, R>) -> (Vec<f32>, Layout<R>) {
    let layout = source.layout().to_row_major();
    ((source,).collect(&layout, |(x,)| x.widen()), layout)
}

/// Multiplies a matrix and a vector: `[m, k] x [k] -> [m]`.
pub(crate) fn matvec<T, const R: usize, const B: usize>(
    a: Source<'_, T, R>,
    x: Source<'_, T, B>,
) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    return_if_lane!(T, same => {
        let (a, x) = (same.source(a), same.source(x));
        same.vec_back(float::matvec(MatRef::new(&a), VecRef::new(&x)))
    });
    generic::matvec(MatRef::new(&a), VecRef::new(&x), |a, x| a.clone() * x.clone())
}

/// Multiplies a vector and a matrix: `[k] x [k, n] -> [n]`.
pub(crate) fn vecmat<T, const R: usize, const B: usize>(
    x: Source<'_, T, B>,
    a: Source<'_, T, R>,
) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    return_if_lane!(T, same => {
        let (a, x) = (same.source(a), same.source(x));
        same.vec_back(float::matvec(MatRef::new(&a).transposed(), VecRef::new(&x)))
    });
    generic::matvec(MatRef::new(&a).transposed(), VecRef::new(&x), |a, x| x.clone() * a.clone())
}

/// Sums the products of two vectors' elements: `[k] x [k] -> T`.
pub(crate) fn dot<T, const A: usize, const B: usize>(a: Source<'_, T, A>, b: Source<'_, T, B>) -> T
where
    T: Clone + Zero + Mul<Output = T>,
{
    return_if_lane!(T, same => {
        let (a, b) = (same.source(a), same.source(b));
        same.value_back(lanes::dot(VecRef::new(&a), VecRef::new(&b)))
    });
    generic::dot(VecRef::new(&a), VecRef::new(&b), &|a: &T, b: &T| a.clone() * b.clone())
}

/// Sums the diagonal of a matrix.
pub(crate) fn trace<T: Clone + Zero, const R: usize>(a: Source<'_, T, R>) -> T {
    return_if_lane!(T, same => {
        let a = same.source(a);
        same.value_back(lanes::sum(MatRef::new(&a).diagonal()))
    });
    MatRef::new(&a).diagonal().iter().fold(T::zero(), |sum, x| sum + x.clone())
}

/// Multiplies matrices into one that exists: `c = alpha * a * b + beta * c`.
///
/// With `beta` zero, `c` is not read.
pub(crate) fn gemm<T, const A: usize, const B: usize, const C: usize>(
    alpha: T,
    a: Source<'_, T, A>,
    b: Source<'_, T, B>,
    beta: T,
    c: Sink<'_, T, C>,
) where
    T: Clone + Zero + Mul<Output = T>,
{
    return_if_float!(T, same => {
        let (alpha, beta, c) = (same.value(alpha), same.value(beta), same.sink(c));
        let (a, b) = (same.source(a), same.source(b));
        float::gemm(alpha, MatRef::new(&a), MatRef::new(&b), beta, c);
    });
    return_if_small!(T, same => {
        let (alpha, beta, c) = (same.value(alpha), same.value(beta), same.sink(c));
        gemm_in_f32(alpha, same.source(a), same.source(b), beta, c);
    });
    let (rows, columns) = (MatRef::new(&a).rows(), MatRef::new(&b).columns());
    let mut product = Vec::with_capacity(rows * columns);
    any(&mut product, MatRef::new(&a), MatRef::new(&b));
    combine(alpha, &product, beta, c);
}

/// As [`gemm`], of small floats.
#[cfg(feature = "half")]
fn gemm_in_f32<F: Lane<Sum = f32>, const A: usize, const B: usize, const C: usize>(
    alpha: F,
    a: Source<'_, F, A>,
    b: Source<'_, F, B>,
    beta: F,
    c: Sink<'_, F, C>,
) {
    let (a, b) = (widened(a), widened(b));
    let (x, y) = (Span::from_slice(&a.0), Span::from_slice(&b.0));
    let (x, y) = (Source::new(x, &a.1), Source::new(y, &b.1));
    let layout = product_layout::<f32, C>(&c);
    let mut product = alloc::vec![0.0; layout.len()];
    let places = Sink::new(SpanMut::from_slice(&mut product), &layout);
    float::gemm(1.0, MatRef::new(&x), MatRef::new(&y), 0.0, places);
    let (alpha, beta) = (alpha.widen(), beta.widen());
    let product = Source::new(Span::from_slice(&product), &layout);
    if beta == 0.0 {
        (c, product).for_each(layout.shape(), |(c, p)| *c = F::round(alpha * p));
    } else {
        (c, product).for_each(layout.shape(), |(c, p)| *c = F::round(alpha * p + beta * c.widen()));
    }
}

/// The layout of a product that is to be combined with `c`: row-major.
fn product_layout<P, const C: usize>(c: &impl super::operand::Operand<C>) -> Layout<C> {
    let layout = Layout::new_in("gemm", c.shape(), Order::RowMajor, size_of::<P>());
    layout.expect("the shape of a tensor that exists")
}

/// Sets `c = alpha * product + beta * c`.
fn combine<T, const C: usize>(alpha: T, product: &[T], beta: T, c: Sink<'_, T, C>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let layout = product_layout::<T, C>(&c);
    let shape = layout.shape();
    let product = Span::from_slice(product);
    let product = Source::new(product, &layout);
    if beta.is_zero() {
        (c, product).for_each(shape, |(c, p)| *c = alpha.clone() * p.clone());
    } else {
        (c, product)
            .for_each(shape, |(c, p)| *c = alpha.clone() * p.clone() + beta.clone() * c.clone());
    }
}
