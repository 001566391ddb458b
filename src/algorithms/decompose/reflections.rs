//! Tridiagonal and bidiagonal forms of small matrices, by one reflection after the other.
//!
//! With the forms of faer 0.24 these rows took longer: `svdvals 50` (0.76), `1000 of svdvals 10` (0.75), `1000 of eigvalsh 4` (0.8). (Golub and Van
//! Loan, Matrix Computations, 4th edition, 5.1.2, 5.4.8 and 8.3.1; LAPACK's `larfg`, `gebd2` and `sytd2`.)

use super::number::{FaerNumber, Scratch, largest, real, scaled, scaled_part, shift_to_one};
use crate::kernels::dispatch::vectorised_by_256;
use alloc::vec;
use faer::MatRef;
use num_complex::ComplexFloat;
use num_traits::{Float, One, Zero};

/// Reduces a matrix with no more columns than rows: writes the diagonal of the bidiagonal form and what is above it. The
/// matrix is overwritten by anything.
pub(super) fn bidiagonal<T: FaerNumber>(
    matrix: &mut Scratch<T>,
    diagonal: &mut [T::Part],
    beside: &mut [T::Part],
) {
    let ([rows, columns, stride], elements) = matrix.columns();
    let (mut row, mut sums) = (vec![<T as Zero>::zero(); columns], vec![<T as Zero>::zero(); rows]);
    vectorised_by_256(
        #[inline(always)]
        || {
            let elements = elements; // moved: see `vectorised`
            for k in 0..columns {
                let (column, rest) = elements[k * stride..].split_at_mut(stride);
                let v = &mut column[k..rows];
                let (length, factor) = reflection(v);
                diagonal[k] = length;
                let row = &mut row[..columns - k - 1];
                if row.is_empty() {
                    break;
                }
                for (column, element) in rest.chunks_exact_mut(stride).zip(&mut *row) {
                    let column = &mut column[k..rows];
                    let by = ComplexFloat::conj(factor) * dot(v, column);
                    add(column, -by, v);
                    *element = ComplexFloat::conj(column[0]);
                }
                let (length, factor) = reflection(row);
                beside[k] = length;
                let sums = &mut sums[k + 1..];
                sums.fill(<T as Zero>::zero());
                for (column, &element) in rest.chunks_exact(stride).zip(&*row) {
                    add(sums, element, &column[k + 1..rows]);
                }
                for (column, &element) in rest.chunks_exact_mut(stride).zip(&*row) {
                    add(&mut column[k + 1..rows], -(factor * ComplexFloat::conj(element)), sums);
                }
            }
        },
    );
}

/// Reduces a Hermitian matrix, whose lower triangle alone is read: writes the diagonal of the tridiagonal form, what is beside
/// it, and the factors of the reflections, whose vectors overwrite the triangle.
pub(super) fn tridiagonal<T: FaerNumber>(
    lower: &mut Scratch<T>,
    diagonal: &mut [T::Part],
    beside: &mut [T::Part],
    factors: &mut [T],
) {
    let ([rows, _, stride], elements) = lower.columns();
    let mut sums = vec![<T as Zero>::zero(); rows];
    vectorised_by_256(
        #[inline(always)]
        || {
            let elements = elements; // moved: see `vectorised`
            for k in 0..rows {
                let (column, rest) = elements[k * stride..].split_at_mut(stride);
                diagonal[k] = ComplexFloat::re(column[k]);
                let v = &mut column[k + 1..rows];
                if v.is_empty() {
                    break;
                }
                let (length, factor) = reflection(v);
                (beside[k], factors[k]) = (length, factor);
                // The product of what is left and `v`.
                let sums = &mut sums[k + 1..];
                sums.fill(<T as Zero>::zero());
                for (j, column) in rest.chunks_exact(stride).enumerate() {
                    let (column, middle) =
                        (&column[k + 1..rows], ComplexFloat::re(column[k + 1 + j]));
                    sums[j] += v[j] * middle + dot(&column[j + 1..], &v[j + 1..]);
                    add(&mut sums[j + 1..], v[j], &column[j + 1..]);
                }
                sums.iter_mut().for_each(|x| *x *= factor);
                let by = factor * dot(sums, v) * real::<T::Part>(0.5);
                add(sums, -by, v);
                for (j, column) in rest.chunks_exact_mut(stride).enumerate() {
                    let column = &mut column[k + 1 + j..rows];
                    add(column, -ComplexFloat::conj(sums[j]), &v[j..]);
                    add(column, -ComplexFloat::conj(v[j]), &sums[j..]);
                }
            }
        },
    );
}

/// Writes the product of the reflections that [`tridiagonal`] has left in a matrix, column by column.
pub(super) fn unitary<T: FaerNumber>(
    lower: &mut Scratch<T>,
    factors: &[T],
    product: &mut [T],
    product_stride: usize,
) {
    let ([rows, _, stride], elements) = lower.columns();
    product.fill(<T as Zero>::zero());
    product.iter_mut().step_by(product_stride + 1).for_each(|x| *x = <T as One>::one());
    vectorised_by_256(
        #[inline(always)]
        || {
            let product = product; // moved: see `vectorised`
            for k in (0..rows - 1).rev() {
                let v = &elements[k * stride..][k + 1..rows];
                for column in product.chunks_exact_mut(product_stride).skip(k + 1) {
                    let column = &mut column[k + 1..rows];
                    add(column, -(factors[k] * dot(v, column)), v);
                }
            }
        },
    );
}

/// Overwrites `x` by `v`, whose first element is 1; returns a length and a factor. `x` minus `v` times the conjugate of the factor
/// times the product of the conjugate of `v` and `x` is the length, and zeros behind it.
#[inline(always)]
fn reflection<T: FaerNumber>(x: &mut [T]) -> (T::Part, T) {
    let safe = <T::Part as Float>::min_positive_value() / <T::Part as Float>::epsilon();
    let squares = |x: &[T]| ComplexFloat::re(dot(x, x));
    let exponent = if squares(x) < safe { enlarge(x) } else { 0 };
    let (first, rest) = x.split_first_mut().expect("a row or a column has an element");
    let (re, im) = (ComplexFloat::re(*first), ComplexFloat::im(*first));
    let others = im * im + squares(rest);
    let (mut length, mut factor) = (re, <T as Zero>::zero());
    if others > <T::Part as Zero>::zero() {
        length = Float::copysign(Float::sqrt(re * re + others), -re);
        let end = <T as From<T::Part>>::from(length);
        let inverse = <T as One>::one() / (*first - end);
        rest.iter_mut().for_each(|x| *x *= inverse);
        factor = (end - *first) / end;
    }
    *first = <T as One>::one();
    if exponent != 0 {
        length = scaled_part::<T>(length, -i64::from(exponent));
    }
    (length, factor)
}

/// Multiplies elements whose squares underflow by a power of two, and returns its exponent.
#[cold]
fn enlarge<T: FaerNumber>(x: &mut [T]) -> i32 {
    let largest = largest(MatRef::from_column_major_slice(x, x.len(), 1));
    let exponent = largest.map_or(0, shift_to_one);
    x.iter_mut().for_each(|x| *x = scaled(*x, i64::from(exponent)));
    exponent
}

/// Adds a multiple of a vector.
#[inline(always)]
fn add<T: FaerNumber>(to: &mut [T], factor: T, from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to += factor * from);
}

/// How many sums of a product of vectors run side by side.
pub(super) const LANES: usize = 16;

/// The product of the conjugate of a vector and another one.
#[inline(always)]
fn dot<T: FaerNumber>(a: &[T], b: &[T]) -> T {
    let mut sums = [<T as Zero>::zero(); LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for i in 0..LANES {
            sums[i] += ComplexFloat::conj(a[i]) * b[i];
        }
    }
    for ((sum, &a), &b) in sums.iter_mut().zip(a_rest).zip(b_rest) {
        *sum += ComplexFloat::conj(a) * b;
    }
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            sums[i] += sums[i + width];
        }
        width /= 2;
    }
    sums[0]
}
