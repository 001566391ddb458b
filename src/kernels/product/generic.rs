//! Products of any numbers, in safe code: elements are cloned, sums are built in their places, and
//! a panicking operation leaves vectors that know what they hold.
//!
//! Each sum is built in the order of the inner axis, starting from zero. This is compiled for every
//! type of number in the crate that uses it, so it is little code.

use super::batches::Batches;
use super::mat_ref::{MatMut, MatRef, VecRef};
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::Mul;
use num_traits::Zero;

/// Returns all products, one after the other.
#[inline(never)]
pub(super) fn matmul<T>(batches: &Batches<'_, T>) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let mut c: Vec<T> = (0..batches.len).map(|_| T::zero()).collect();
    let (size, mut next) = (batches.a.rows() * batches.b.columns(), 0);
    batches.for_each_run(|pairs| {
        for i in 0..pairs.count {
            let (_, a, b) = pairs.get(i);
            add_product(&mut c[next..next + size], a, b);
            next += size;
        }
    });
    c
}

/// Adds the product of two matrices to `c`, row by row.
#[inline(never)]
fn add_product<T>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    if b.columns() == 1 {
        c.iter_mut().enumerate().for_each(|(i, c)| *c = dot(a.row(i), b.column(0)));
        return;
    }
    for (i, c) in c.chunks_exact_mut(b.columns().max(1)).enumerate() {
        for (p, a) in a.row(i).iter().enumerate() {
            let add = |(c, b): (&mut T, &T)| {
                // A panic of the element's arithmetic leaves a zero behind.
                let sum = replace(c, T::zero());
                *c = sum + a.clone() * b.clone();
            };
            match b.row(p).as_slice() {
                Some(b) => c.iter_mut().zip(b).for_each(add),
                None => c.iter_mut().zip(b.row(p).iter()).for_each(add),
            }
        }
    }
}

/// Sets `c = alpha * a * b + beta * c` for all products.
#[inline(never)]
pub(super) fn gemm<T>(alpha: Option<T>, batches: &Batches<'_, T>, beta: T, c: MatMut<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    if alpha.as_ref().is_some_and(T::is_zero) || batches.a.columns() == 0 {
        return scale(batches, beta, c);
    }
    let mut product: Vec<T> = Vec::new();
    batches.for_each_run(|pairs| {
        for i in 0..pairs.count {
            let (at, a, b) = pairs.get(i);
            product.clear();
            product.extend((0..a.rows() * b.columns()).map(|_| T::zero()));
            add_product(&mut product, a, b);
            // SAFETY: the place of this product.
            combine(&alpha, &product, &beta, unsafe { c.moved(at) });
        }
    });
}

/// Sets `c = alpha * product + beta * c`, no `alpha` being 1; with `beta` zero, `c` is not read.
#[inline(never)]
pub(super) fn combine<T>(alpha: &Option<T>, product: &[T], beta: &T, c: MatMut<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let keeps = !beta.is_zero();
    let mut product = product.iter();
    c.for_each(|c| {
        let product = product.next().expect("as many elements").clone();
        let scaled = match alpha {
            Some(alpha) => alpha.clone() * product,
            None => product,
        };
        *c = if keeps { scaled + beta.clone() * c.clone() } else { scaled };
    });
}

/// Sets `c = beta * c` for all products; with `beta` zero, `c` is not read.
#[inline(never)]
pub(super) fn scale<T>(batches: &Batches<'_, T>, beta: T, c: MatMut<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let keeps = !beta.is_zero();
    batches.for_each_run(|pairs| {
        for i in 0..pairs.count {
            // SAFETY: the place of a product.
            let c = unsafe { c.moved(pairs.get(i).0) };
            c.for_each(|c| *c = if keeps { beta.clone() * c.clone() } else { T::zero() });
        }
    });
}

/// Sums the products of two vectors' elements.
#[inline(never)]
pub(super) fn dot<T>(a: VecRef<'_, T>, b: VecRef<'_, T>) -> T
where
    T: Clone + Zero + Mul<Output = T>,
{
    assert!(a.len() == b.len());
    a.iter().zip(b.iter()).fold(T::zero(), |sum, (a, b)| sum + a.clone() * b.clone())
}

/// Sums the elements of a vector.
pub(super) fn sum<T: Clone + Zero>(a: VecRef<'_, T>) -> T {
    a.iter().fold(T::zero(), |sum, x| sum + x.clone())
}
