//! Singular values and vectors, and what follows from them.

use super::bidiagonal::singular_values;
use super::factor::identities;
use super::number::{
    FaerNumber, ScratchStack, add_product, copy_scaled, largest, ordinary, real, scaled,
    scaled_part, shift, zeros,
};
use super::reflections::bidiagonal;
use super::{Batch, LeastSquares, SEQUENTIAL, Triple};
use crate::error::ErrorKind;
use crate::kernels::uninit::filled;
use alloc::vec;
use alloc::vec::Vec;
use faer::diag::Diag;
use faer::linalg::qr::no_pivoting::factor::{
    qr_in_place, qr_in_place_scratch, recommended_block_size,
};
use faer::linalg::svd::bidiag::{bidiag_in_place, bidiag_in_place_scratch};
use faer::linalg::svd::{ComputeSvdVectors as Vectors, svd as faer_svd, svd_scratch};
use faer::{Accum, MatMut, MatRef};
use num_complex::ComplexFloat;
use num_traits::{Float, One, Zero};

/// Columns up to which a matrix is reduced by [`bidiagonal`]. Rows: `svdvals 50`, `svdvals 100`.
const BIDIAGONAL_COLUMNS: usize = 128;

/// The decomposition of one matrix: `u`, the singular values, `v`.
type SingularParts<'a, T> = (MatRef<'a, T>, &'a [<T as FaerNumber>::Part], MatRef<'a, T>);

/// Calls `f` with the decomposition of each matrix that has elements: with `full`, all columns of `u` and `v`.
fn each<T: FaerNumber>(
    a: &Batch<'_, T>,
    full: bool,
    f: &mut dyn FnMut(usize, SingularParts<'_, T>),
) -> Result<(), ErrorKind> {
    let (m, n, size) = (a.rows(), a.columns(), a.size());
    if size == 0 || a.count() == 0 {
        return Ok(());
    }
    let [left, right] = if full { [m, n] } else { [size, size] };
    let vectors = if full { Vectors::Full } else { Vectors::Thin };
    let needs = svd_scratch::<T>(m, n, vectors, vectors, SEQUENTIAL, Default::default());
    let mut stack = ScratchStack::new(needs);
    let (mut u, mut v, mut s) = (zeros::<T>(m, left), zeros::<T>(n, right), Diag::zeros(size));
    let (mut copy, mut values) = (None, vec![<T::Part as Zero>::zero(); size]);
    for (at, matrix) in a.iter().enumerate() {
        let Some((matrix, shift)) = ordinary(matrix, &mut copy, shift) else {
            return Err(ErrorKind::NotFinite { matrix: at });
        };
        if at > 0 && full {
            // Of a long matrix faer writes a part of these only, and takes the others to be zero.
            u.as_mut().fill(<T as Zero>::zero());
            v.as_mut().fill(<T as Zero>::zero());
        }
        faer_svd(
            matrix,
            s.as_mut(),
            Some(u.as_mut()),
            Some(v.as_mut()),
            SEQUENTIAL,
            &mut stack.get(),
            Default::default(),
        )
        .map_err(|_| ErrorKind::NoConvergence { matrix: at })?;
        for (i, value) in values.iter_mut().enumerate() {
            *value = ComplexFloat::re(scaled(s[i], -i64::from(shift)));
        }
        f(at, (u.as_ref(), &values, v.as_ref()));
    }
    Ok(())
}

pub(super) fn svd<T: FaerNumber>(a: &Batch<'_, T>, full: bool) -> Result<Triple<T>, ErrorKind> {
    let (m, n, size) = (a.rows(), a.columns(), a.size());
    let [left, right] = if full { [m, n] } else { [size, size] };
    let mut u = filled(<T as Zero>::zero(), a.count() * m * left);
    let mut s = filled(<T::Part as Zero>::zero(), a.count() * size);
    let mut vh = filled(<T as Zero>::zero(), a.count() * right * n);
    if size == 0 {
        identities(&mut u, m);
        identities(&mut vh, n);
        return Ok((u, s, vh));
    }
    each(a, full, &mut |at, (left_v, values, v)| {
        let u = &mut u[at * m * left..][..m * left];
        MatMut::from_row_major_slice_mut(u, m, left).copy_from(left_v);
        s[at * size..][..size].copy_from_slice(values);
        let vh = &mut vh[at * right * n..][..right * n];
        MatMut::from_row_major_slice_mut(vh, right, n).copy_from(v.adjoint());
    })?;
    Ok((u, s, vh))
}

/// Calls `f` with the singular values of each matrix that has elements.
fn each_values<T: FaerNumber>(
    a: &Batch<'_, T>,
    f: &mut dyn FnMut(usize, &[T::Part]),
) -> Result<(), ErrorKind> {
    let (rows, columns) = (a.rows().max(a.columns()), a.size());
    if columns == 0 || a.count() == 0 {
        return Ok(());
    }
    // Of long matrices the triangular factor has the same singular values, and less to reflect.
    let is_long = 3 * rows > 5 * columns;
    let block = if is_long { recommended_block_size::<T>(rows, columns) } else { 1 };
    let height = if is_long { columns } else { rows };
    let needs = qr_in_place_scratch::<T>(rows, columns, block, SEQUENTIAL, Default::default())
        .or(bidiag_in_place_scratch::<T>(height, columns, SEQUENTIAL, Default::default()));
    let mut stack = ScratchStack::new(needs);
    let (mut long, mut reflections) = (zeros::<T>(rows, columns), zeros::<T>(block, columns));
    let (mut left, mut right) = (zeros::<T>(1, columns), zeros::<T>(1, columns - 1));
    let mut upper = if is_long { zeros::<T>(columns, columns) } else { zeros::<T>(0, 0) };
    let mut values = vec![<T::Part as Zero>::zero(); columns];
    let mut beside = vec![<T::Part as Zero>::zero(); columns - 1];
    for (at, matrix) in a.iter().enumerate() {
        let Some(largest) = largest(matrix) else {
            return Err(ErrorKind::NotFinite { matrix: at });
        };
        let shift = shift(largest);
        let matrix = if a.rows() < a.columns() { matrix.transpose() } else { matrix };
        copy_scaled(long.as_mut(), matrix, shift);
        if is_long {
            let by = Default::default();
            qr_in_place(long.as_mut(), reflections.as_mut(), SEQUENTIAL, &mut stack.get(), by);
            // The reflections of the last matrix are below the diagonal.
            upper.as_mut().fill(<T as Zero>::zero());
            upper.as_mut().copy_from_triangular_upper(long.as_ref().subrows(0, columns));
        }
        let reduced = if is_long { &mut upper } else { &mut long };
        if columns <= BIDIAGONAL_COLUMNS {
            bidiagonal(reduced, &mut values, &mut beside);
        } else {
            let (mut reduced, by) = (reduced.as_mut(), Default::default());
            let (left, right) = (left.as_mut(), right.as_mut());
            bidiag_in_place(reduced.as_mut(), left, right, SEQUENTIAL, &mut stack.get(), by);
            for (i, value) in values.iter_mut().enumerate() {
                *value = ComplexFloat::abs(reduced[(i, i)]);
            }
            for (i, beside) in beside.iter_mut().enumerate() {
                *beside = ComplexFloat::abs(reduced[(i, i + 1)]);
            }
        }
        if !singular_values(&mut values, &beside) {
            return Err(ErrorKind::NoConvergence { matrix: at });
        }
        for value in &mut values {
            *value = scaled_part::<T>(*value, -i64::from(shift));
        }
        f(at, &values);
    }
    Ok(())
}

pub(super) fn svdvals<T: FaerNumber>(a: &Batch<'_, T>) -> Result<Vec<T::Part>, ErrorKind> {
    let mut all = Vec::with_capacity(a.count() * a.size());
    each_values(a, &mut |_, values| all.extend_from_slice(values))?;
    Ok(all)
}

/// The largest singular value that counts as zero: `rtol` times the largest one, `max(m, n) * eps` times it
/// without an `rtol`.
fn cutoff<T: FaerNumber>(a: &Batch<'_, T>, values: &[T::Part], rtol: Option<T::Part>) -> T::Part {
    let longest = real::<T::Part>(a.rows().max(a.columns()) as f64);
    rtol.unwrap_or(longest * <T::Part as Float>::epsilon()) * values[0]
}

pub(super) fn matrix_rank<T: FaerNumber>(
    a: &Batch<'_, T>,
    rtol: Option<T::Part>,
) -> Result<Vec<usize>, ErrorKind> {
    let mut ranks = vec![0; a.count()];
    each_values(a, &mut |at, values| {
        let cutoff = cutoff(a, values, rtol);
        ranks[at] = values.iter().filter(|&&value| value > cutoff).count();
    })?;
    Ok(ranks)
}

/// The reciprocals of the singular values that do not count as zero.
fn reciprocals<T: FaerNumber>(
    a: &Batch<'_, T>,
    values: &[T::Part],
    rtol: Option<T::Part>,
) -> Vec<T::Part> {
    let cutoff = cutoff(a, values, rtol);
    let used = values.iter().take_while(|&&value| value > cutoff);
    used.map(|&value| Float::recip(value)).collect()
}

pub(super) fn pinv<T: FaerNumber>(
    a: &Batch<'_, T>,
    rtol: Option<T::Part>,
) -> Result<Vec<T>, ErrorKind> {
    let (m, n) = (a.rows(), a.columns());
    let mut out = filled(<T as Zero>::zero(), a.count() * n * m);
    let (mut columns, mut product) = (zeros::<T>(n, a.size()), zeros::<T>(n, m));
    each(a, false, &mut |at, (u, values, v)| {
        let reciprocals = reciprocals(a, values, rtol);
        let rank = reciprocals.len();
        let mut columns = columns.as_mut().subcols_mut(0, rank);
        columns.copy_from(v.subcols(0, rank));
        for (j, reciprocal) in reciprocals.into_iter().enumerate() {
            columns.as_mut().col_mut(j).iter_mut().for_each(|x| *x = *x * reciprocal);
        }
        let (left, right, one) =
            (columns.as_ref(), u.subcols(0, rank).adjoint(), <T as One>::one());
        add_product(product.as_mut(), Accum::Replace, left, right, one);
        let out = &mut out[at * n * m..][..n * m];
        MatMut::from_row_major_slice_mut(out, n, m).copy_from(product.as_ref());
    })?;
    Ok(out)
}

/// Solves each system in the sense of least squares.
pub(super) fn lstsq<T: FaerNumber>(
    a: &Batch<'_, T>,
    b: &Batch<'_, T>,
    rtol: Option<T::Part>,
) -> Result<LeastSquares<T>, ErrorKind> {
    let (m, n, k, count) = (a.rows(), a.columns(), b.columns(), a.count());
    assert!(b.count() == count && b.rows() == m);
    let mut solution = filled(<T as Zero>::zero(), count * n * k);
    let mut residuals = filled(<T::Part as Zero>::zero(), count * k);
    let (mut ranks, mut singular_values) = (vec![0; count], Vec::with_capacity(count * a.size()));
    let mut rest = zeros::<T>(m, k);
    if a.size() == 0 && m > 0 && k > 0 {
        for (at, residuals) in residuals.chunks_exact_mut(k).enumerate() {
            rest.as_mut().copy_from(b.get(at));
            sums_of_squares(rest.as_ref(), residuals);
        }
    }
    let (mut x, mut copy) = (zeros::<T>(n, k), zeros::<T>(m, n));
    each(a, false, &mut |at, (u, values, v)| {
        singular_values.extend_from_slice(values);
        let reciprocals = reciprocals(a, values, rtol);
        let rank = reciprocals.len();
        ranks[at] = rank;
        if k == 0 {
            return;
        }
        rest.as_mut().copy_from(b.get(at));
        let mut parts = zeros::<T>(rank, k);
        let (u, one) = (u.subcols(0, rank).adjoint(), <T as One>::one());
        add_product(parts.as_mut(), Accum::Replace, u, rest.as_ref(), one);
        for (i, reciprocal) in reciprocals.into_iter().enumerate() {
            parts.as_mut().row_mut(i).iter_mut().for_each(|x| *x = *x * reciprocal);
        }
        add_product(x.as_mut(), Accum::Replace, v.subcols(0, rank), parts.as_ref(), one);
        let solution = &mut solution[at * n * k..][..n * k];
        MatMut::from_row_major_slice_mut(solution, n, k).copy_from(x.as_ref());
        // The order of sums may depend on strides: those of a copy are always the same.
        copy.as_mut().copy_from(a.get(at));
        add_product(rest.as_mut(), Accum::Add, copy.as_ref(), x.as_ref(), -one);
        sums_of_squares(rest.as_ref(), &mut residuals[at * k..][..k]);
    })?;
    Ok(LeastSquares { solution, residuals, ranks, singular_values })
}

/// Writes the sum of the squares of each column.
fn sums_of_squares<T: FaerNumber>(matrix: MatRef<'_, T>, sums: &mut [T::Part]) {
    let square = |x: &T| {
        let (re, im) = (ComplexFloat::re(*x), ComplexFloat::im(*x));
        re * re + im * im
    };
    for (sum, column) in sums.iter_mut().zip(matrix.col_iter()) {
        *sum = column.iter().fold(<T::Part as Zero>::zero(), |sum, x| sum + square(x));
    }
}
