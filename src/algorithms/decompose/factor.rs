//! Cholesky and QR decompositions.

use super::lu::SMALL_MATRIX;
use super::number::{FaerNumber, ScratchStack, copy_scaled, largest, scale, shift, zeros};
use super::{Batch, Pair, SEQUENTIAL};
use crate::error::ErrorKind;
use crate::kernels::uninit::filled;
use alloc::vec::Vec;
use core::cmp::Ordering;
use faer::linalg::cholesky::llt::factor as llt;
use faer::linalg::householder;
use faer::linalg::qr::no_pivoting::factor as qr_factor;
use faer::{Conj, MatMut, MatRef};
use num_complex::ComplexFloat;
use num_traits::{Float, One, Zero};

/// Returns the lower factor of each matrix, whose lower triangle alone is read; or the upper factor, of the
/// upper triangle.
///
/// The upper triangle of `a` is the lower one of its transpose, whose lower factor is the transpose of the
/// upper factor of `a`.
pub(super) fn cholesky<T: FaerNumber>(a: &Batch<'_, T>, upper: bool) -> Result<Vec<T>, ErrorKind> {
    let n = a.rows();
    assert!(a.columns() == n);
    let mut out = filled(<T as Zero>::zero(), a.count() * n * n);
    if n <= SMALL_MATRIX {
        for (at, (matrix, part)) in a.iter().zip(out.chunks_exact_mut((n * n).max(1))).enumerate() {
            let matrix = if upper { matrix.transpose() } else { matrix };
            small_cholesky(matrix, part).map_err(|pivot| match pivot {
                Some(pivot) => ErrorKind::NotPositiveDefinite { matrix: at, pivot },
                None => ErrorKind::NotFinite { matrix: at },
            })?;
            if upper {
                (0..n * n).filter(|i| i / n > i % n).for_each(|i| part.swap(i, i % n * n + i / n));
            }
        }
        return Ok(out);
    }
    let mut factor = zeros(n, n);
    let needs = llt::cholesky_in_place_scratch::<T>(n, SEQUENTIAL, Default::default());
    let mut stack = ScratchStack::new(needs);
    for (at, (matrix, part)) in a.iter().zip(out.chunks_exact_mut((n * n).max(1))).enumerate() {
        let mut part = MatMut::from_row_major_slice_mut(part, n, n);
        let (matrix, part) = match upper {
            true => (matrix.transpose(), part.as_mut().transpose_mut()),
            false => (matrix, part.as_mut()),
        };
        let (mut lower, mut finite) = (factor.as_mut(), true);
        for j in 0..n {
            for i in j..n {
                lower[(i, j)] = matrix[(i, j)];
                finite &= ComplexFloat::is_finite(matrix[(i, j)]);
            }
        }
        if !finite {
            return Err(ErrorKind::NotFinite { matrix: at });
        }
        let done = llt::cholesky_in_place(
            factor.as_mut(),
            Default::default(),
            SEQUENTIAL,
            &mut stack.get(),
            Default::default(),
        );
        if let Err(llt::LltError::NonPositivePivot { index: pivot }) = done {
            return Err(ErrorKind::NotPositiveDefinite { matrix: at, pivot });
        }
        let mut part = part;
        part.copy_from_triangular_lower(factor.as_ref());
    }
    Ok(out)
}

/// Writes the lower factor of a small matrix over zeros, row by row (Golub and Van Loan, Matrix Computations, 4.2). The
/// error is the pivot that is not positive, or `None` if an element is not finite.
fn small_cholesky<T: FaerNumber>(
    matrix: MatRef<'_, T>,
    factor: &mut [T],
) -> Result<(), Option<usize>> {
    let n = matrix.nrows();
    let mut finite = true;
    for (i, row) in factor.chunks_exact_mut(n).enumerate() {
        for (j, x) in row[..=i].iter_mut().enumerate() {
            *x = matrix[(i, j)];
            finite &= ComplexFloat::is_finite(*x);
        }
    }
    if !finite {
        return Err(None);
    }
    let mut reciprocals = [<T::Part as Zero>::zero(); SMALL_MATRIX];
    for i in 0..n {
        let (above, row) = factor.split_at_mut(i * n);
        for (j, pivots) in above.chunks_exact(n).enumerate() {
            let (done, rest) = row.split_at_mut(j);
            for (&x, &pivot) in done.iter().zip(pivots) {
                rest[0] -= x * ComplexFloat::conj(pivot);
            }
            rest[0] = rest[0] * reciprocals[j];
        }
        let (done, rest) = row.split_at_mut(i);
        let square = |x: &T| ComplexFloat::re(*x * ComplexFloat::conj(*x));
        let pivot = done.iter().fold(ComplexFloat::re(rest[0]), |rest, x| rest - square(x));
        if pivot.partial_cmp(&Zero::zero()) != Some(Ordering::Greater) {
            return Err(Some(i));
        }
        let root = Float::sqrt(pivot);
        reciprocals[i] = Float::recip(root);
        rest[0] = <T as From<T::Part>>::from(root);
    }
    Ok(())
}

/// Returns `q` and `r` of each matrix: with `full`, all columns of `q` and all rows of `r`.
pub(super) fn qr<T: FaerNumber>(a: &Batch<'_, T>, full: bool) -> Result<Pair<T>, ErrorKind> {
    let (m, n, size) = (a.rows(), a.columns(), a.size());
    let k = if full { m } else { size };
    let mut q = filled(<T as Zero>::zero(), a.count() * m * k);
    let mut r = filled(<T as Zero>::zero(), a.count() * k * n);
    if size == 0 {
        identities(&mut q, m);
        return Ok((q, r));
    }
    let block = qr_factor::recommended_block_size::<T>(m, n);
    let needs = qr_factor::qr_in_place_scratch::<T>(m, n, block, SEQUENTIAL, Default::default())
        .or(householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<T>(
            m, block, k,
        ));
    let mut stack = ScratchStack::new(needs);
    let (mut factors, mut coefficients) = (zeros::<T>(m, n), zeros::<T>(block, size));
    let mut columns = zeros::<T>(m, k);
    let parts = q.chunks_exact_mut(m * k).zip(r.chunks_exact_mut(k * n));
    for (at, (matrix, (q, r))) in a.iter().zip(parts).enumerate() {
        let Some(largest) = largest(matrix) else {
            return Err(ErrorKind::NotFinite { matrix: at });
        };
        let shift = shift(largest);
        copy_scaled(factors.as_mut(), matrix, shift);
        qr_factor::qr_in_place(
            factors.as_mut(),
            coefficients.as_mut(),
            SEQUENTIAL,
            &mut stack.get(),
            Default::default(),
        );
        let r = MatMut::from_row_major_slice_mut(r, k, n);
        let mut top = r.subrows_mut(0, size);
        top.copy_from_triangular_upper(factors.as_ref().subrows(0, size));
        scale(top, -i64::from(shift));
        columns.as_mut().fill(<T as Zero>::zero());
        columns.as_mut().diagonal_mut().fill(<T as One>::one());
        householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            factors.as_ref().subcols(0, size),
            coefficients.as_ref(),
            Conj::No,
            columns.as_mut(),
            SEQUENTIAL,
            &mut stack.get(),
        );
        MatMut::from_row_major_slice_mut(q, m, k).copy_from(columns.as_ref());
    }
    Ok((q, r))
}

/// Writes an identity matrix of `n` rows into each part.
pub(super) fn identities<T: FaerNumber>(elements: &mut [T], n: usize) {
    for part in elements.chunks_exact_mut((n * n).max(1)) {
        part.iter_mut().step_by(n + 1).for_each(|x| *x = <T as One>::one());
    }
}
