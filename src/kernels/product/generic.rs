//! Products of any numbers, in safe code: elements are cloned, sums are built in their places, and
//! a panicking operation leaves vectors that know what they hold.
//!
//! Each sum is built in the order of the inner axis, starting from zero. This is compiled for every
//! type of number in the crate that uses it, so it is little code. Built-in integers differ only in how a
//! matrix is added (`integer.rs`).

use super::batches::Batches;
use super::mat_ref::{MatRef, VecRef};
use crate::kernels::uninit::zeroed;
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::Mul;
use num_traits::Zero;

/// A number that can be multiplied and added up.
pub(crate) trait Number: Clone + Zero + Mul<Output = Self> {}
impl<T: Clone + Zero + Mul<Output = T>> Number for T {}

/// Adds the product of two matrices to a row-major one of zeros.
pub(super) type AddProduct<T> = fn(&mut [T], MatRef<'_, T>, MatRef<'_, T>);

/// Returns all products, one after the other.
#[inline(never)]
pub(super) fn matmul<T: Clone + Zero>(
    batches: &Batches<'_, T>,
    add_product: AddProduct<T>,
) -> Vec<T> {
    let mut c = zeroed(batches.len);
    let (size, mut next) = (batches.first.a.rows() * batches.first.b.columns(), 0);
    batches.for_each_pair(|(_, a, b)| {
        add_product(&mut c[next..next + size], a, b);
        next += size;
    });
    c
}

/// Adds the product of two matrices to `c`, row by row.
#[inline(never)]
pub(super) fn add_product<T: Number>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let n = b.columns();
    if n == 1 || a.rows() == 1 && b.strides()[1] != 1 {
        for (at, c) in c.iter_mut().enumerate() {
            *c = dot(a.row(at / n), b.column(at % n));
        }
        return;
    }
    for (i, c) in c.chunks_exact_mut(n.max(1)).enumerate() {
        for (p, a) in a.row(i).iter().enumerate() {
            for (c, b) in c.iter_mut().zip(b.row(p).iter()) {
                // A panic of the element's arithmetic leaves a zero behind.
                let sum = replace(c, T::zero());
                *c = sum + a.clone() * b.clone();
            }
        }
    }
}

/// Sets `c = alpha * a * b + beta * c` for all products, no `alpha` being 1; with `beta` zero, `c` is not
/// read.
///
/// # Safety
/// `c` has an initialised element at each index of each product, and nothing else reaches these.
#[inline(never)]
pub(super) unsafe fn gemm<T: Number>(
    alpha: Option<T>,
    batches: &Batches<'_, T>,
    beta: T,
    c: *mut T,
    add_product: AddProduct<T>,
) {
    if alpha.as_ref().is_some_and(T::is_zero) || batches.first.a.columns() == 0 {
        // SAFETY: by the caller's promise.
        return unsafe { scale(batches, beta, c) };
    }
    let keeps = !beta.is_zero();
    batches.for_each_pair(|(at, a, b)| {
        let mut product = zeroed(a.rows() * b.columns());
        add_product(&mut product, a, b);
        let mut product = product.into_iter();
        let mut write = |c: &mut T| {
            let mut scaled = product.next().expect("as many elements");
            if let Some(alpha) = &alpha {
                scaled = alpha.clone() * scaled;
            }
            *c = if keeps { scaled + beta.clone() * c.clone() } else { scaled };
        };
        // SAFETY: the place of this product, by the caller's promise.
        unsafe { batches.for_each_place(c.wrapping_offset(at), &mut write) };
    });
}

/// Sets `c = beta * c` for all products; with `beta` zero, `c` is not read.
///
/// # Safety
/// As [`gemm`].
#[inline(never)]
pub(super) unsafe fn scale<T: Number>(batches: &Batches<'_, T>, beta: T, c: *mut T) {
    let keeps = !beta.is_zero();
    let mut write = |c: &mut T| *c = if keeps { beta.clone() * c.clone() } else { T::zero() };
    // SAFETY: the places of the products, by the caller's promise.
    batches.for_each_pair(|(at, ..)| unsafe {
        batches.for_each_place(c.wrapping_offset(at), &mut write);
    });
}

/// Sums the products of two vectors' elements.
#[inline(never)]
pub(super) fn dot<T: Number>(a: VecRef<'_, T>, b: VecRef<'_, T>) -> T {
    assert!(a.len() == b.len());
    a.iter().zip(b.iter()).fold(T::zero(), |sum, (a, b)| sum + a.clone() * b.clone())
}
