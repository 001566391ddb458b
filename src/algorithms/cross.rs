//! Cross products of vectors with three elements.

use crate::kernels::copy::in_row_major;
use crate::kernels::operand::Source;
use crate::kernels::uninit::with_capacity;
use alloc::vec::Vec;
use core::ops::{Mul, Sub};

/// The cross products of vectors along `axis`, which has size 3, in row-major order. The operands have one shape.
pub(crate) fn cross<T, const R: usize>(
    a: Source<'_, T, R>,
    b: Source<'_, T, R>,
    axis: usize,
) -> Vec<T>
where
    T: Clone + Mul<Output = T> + Sub<Output = T>,
{
    let inner = a.layout().shape()[axis + 1..].iter().product::<usize>();
    let (a, b) = (in_row_major(a), in_row_major(b));
    assert!(a.len() == b.len());
    let minor = |a: &T, b: &T, c: &T, d: &T| a.clone() * b.clone() - c.clone() * d.clone();
    let mut products = with_capacity(a.len());
    if inner == 1 {
        let pairs = a.as_chunks().0.iter().zip(b.as_chunks().0);
        products.extend(pairs.flat_map(|([a, b, c], [d, e, f])| {
            [minor(b, f, c, e), minor(c, d, a, f), minor(a, e, b, d)]
        }));
        return products;
    }
    let size = (3 * inner).max(1);
    for (a, b) in a.chunks_exact(size).zip(b.chunks_exact(size)) {
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            let (a_i, a_j) = (&a[i * inner..][..inner], &a[j * inner..][..inner]);
            let (b_i, b_j) = (&b[i * inner..][..inner], &b[j * inner..][..inner]);
            let elements = a_i.iter().zip(b_j).zip(a_j.iter().zip(b_i));
            products.extend(elements.map(|((a, b), (c, d))| minor(a, b, c, d)));
        }
    }
    products
}
