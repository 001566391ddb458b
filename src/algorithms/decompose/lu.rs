//! LU decompositions with partial pivoting: linear systems, inverses, determinants.

use super::number::{
    FaerNumber, ORDINARY, Scratch, ScratchStack, copy_scaled, largest, scale, scaled, shift, zeros,
};
use super::{Batch, SEQUENTIAL};
use crate::error::ErrorKind;
use crate::kernels::uninit::filled;
use alloc::vec;
use alloc::vec::Vec;
use faer::dyn_stack::StackReq;
use faer::linalg::lu::partial_pivoting::{factor, inverse, solve as solver};
use faer::perm::PermRef;
use faer::traits::math_utils::recip;
use faer::{MatMut, MatRef};
use num_complex::ComplexFloat;
use num_traits::{Float, One, Zero};

/// Up to this size our own elimination is faster than faer's, which is for blocks. Rows: `solve`, `inv`, `det` and `cholesky`
/// of `[1000, 4, 4]`.
pub(super) const SMALL_MATRIX: usize = 16;

/// The factors of one matrix, in memory that is used for all matrices of a batch.
struct Lu<T> {
    n: usize,
    factors: Scratch<T>,
    /// Those of a small matrix, in row-major order; else empty. Only `permutation` goes with them.
    rows: Vec<T>,
    permutation: Vec<usize>,
    inverse: Vec<usize>,
    stack: ScratchStack,
    /// Whether the number of swapped rows is odd.
    odd: bool,
    /// The factors are those of the matrix times two to this power.
    shift: i32,
}

impl<T: FaerNumber> Lu<T> {
    fn new(n: usize, right_sides: usize) -> Self {
        if n <= SMALL_MATRIX {
            return Lu {
                n,
                factors: zeros(0, 0),
                rows: vec![<T as Zero>::zero(); n * n],
                permutation: vec![0; n],
                inverse: Vec::new(),
                stack: ScratchStack::new(StackReq::EMPTY),
                odd: false,
                shift: 0,
            };
        }
        let needs = factor::lu_in_place_scratch::<usize, T>(n, n, SEQUENTIAL, Default::default())
            .or(solver::solve_in_place_scratch::<usize, T>(n, right_sides, SEQUENTIAL))
            .or(inverse::inverse_scratch::<usize, T>(n, SEQUENTIAL));
        Lu {
            n,
            factors: zeros(n, n),
            rows: Vec::new(),
            permutation: vec![0; n],
            inverse: vec![0; n],
            stack: ScratchStack::new(needs),
            odd: false,
            shift: 0,
        }
    }

    /// Factors a small matrix, row by row.
    fn eliminate(&mut self, matrix: MatRef<'_, T>) {
        let n = self.n;
        let (mut largest, mut finite) = (<T::Part as Zero>::zero(), true);
        for (i, row) in self.rows.chunks_exact_mut(n).enumerate() {
            self.permutation[i] = i;
            for (j, x) in row.iter_mut().enumerate() {
                *x = matrix[(i, j)];
                largest = Float::max(largest, ComplexFloat::l1_norm(x));
                finite &= ComplexFloat::is_finite(*x);
            }
        }
        self.shift = if finite { shift(largest).max(0) } else { 0 };
        if self.shift != 0 {
            self.rows.iter_mut().for_each(|x| *x = scaled(*x, i64::from(self.shift)));
        }
        self.odd = false;
        for k in 0..n {
            let size = |i: usize| ComplexFloat::l1_norm(&self.rows[i * n + k]);
            let pivot = (k + 1..n).fold(k, |best, i| if size(i) > size(best) { i } else { best });
            if pivot != k {
                let (above, below) = self.rows.split_at_mut(pivot * n);
                above[k * n..][..n].swap_with_slice(&mut below[..n]);
                self.permutation.swap(k, pivot);
                self.odd = !self.odd;
            }
            let (above, below) = self.rows.split_at_mut((k + 1) * n);
            let (done, row) = above[k * n..].split_at(k + 1);
            if Zero::is_zero(&done[k]) {
                continue;
            }
            let reciprocal = recip(&done[k]);
            for below in below.chunks_exact_mut(n) {
                let (done, rest) = below.split_at_mut(k + 1);
                done[k] *= reciprocal;
                subtract(rest, done[k], row);
            }
        }
    }

    /// Solves `a x = b` for right sides in rows of `k` elements, which are in the order of the permutation.
    fn substitute(&self, x: &mut [T], k: usize) {
        let n = self.n;
        for i in 0..n {
            let (done, rest) = x.split_at_mut(i * k);
            for (j, done) in done.chunks_exact(k).enumerate() {
                subtract(&mut rest[..k], self.rows[i * n + j], done);
            }
        }
        for i in (0..n).rev() {
            let (rest, done) = x.split_at_mut((i + 1) * k);
            let row = &mut rest[i * k..];
            for (j, done) in done.chunks_exact(k).enumerate() {
                subtract(row, self.rows[i * n + i + 1 + j], done);
            }
            let reciprocal = recip(&self.rows[i * n + i]);
            row.iter_mut().for_each(|x| *x *= reciprocal);
        }
        if self.shift != 0 {
            x.iter_mut().for_each(|x| *x = scaled(*x, i64::from(self.shift)));
        }
    }

    fn factor(&mut self, matrix: MatRef<'_, T>) {
        if self.n <= SMALL_MATRIX {
            return self.eliminate(matrix);
        }
        // The reciprocals of subnormal pivots overflow. Large elements are left: that would lose small ones.
        self.shift = largest(matrix).map_or(0, shift).max(0);
        copy_scaled(self.factors.as_mut(), matrix, self.shift);
        let (info, _) = factor::lu_in_place(
            self.factors.as_mut(),
            &mut self.permutation,
            &mut self.inverse,
            SEQUENTIAL,
            &mut self.stack.get(),
            Default::default(),
        );
        self.odd = info.transposition_count % 2 == 1;
    }

    fn pivots(&self) -> impl Iterator<Item = T> {
        (0..self.n).map(|i| match self.n <= SMALL_MATRIX {
            true => self.rows[i * self.n + i],
            false => self.factors.as_ref()[(i, i)],
        })
    }

    /// Factors a matrix that has an inverse.
    fn factor_invertible(&mut self, matrix: MatRef<'_, T>, at: usize) -> Result<(), ErrorKind> {
        self.factor(matrix);
        match self.pivots().position(|pivot| Zero::is_zero(&pivot)) {
            Some(pivot) => Err(ErrorKind::Singular { matrix: at, pivot }),
            None => Ok(()),
        }
    }

    /// Writes the solutions of right sides to rows of elements; the matrix has their shape.
    fn solve_into(&mut self, b: MatRef<'_, T>, part: &mut [T], right: &mut Scratch<T>) {
        let k = b.ncols();
        if self.n <= SMALL_MATRIX {
            for (&row, part) in self.permutation.iter().zip(part.chunks_exact_mut(k)) {
                part.iter_mut().enumerate().for_each(|(j, x)| *x = b[(row, j)]);
            }
            return self.substitute(part, k);
        }
        right.as_mut().copy_from(b);
        self.solve_in_place(right.as_mut());
        MatMut::from_row_major_slice_mut(part, self.n, k).copy_from(right.as_ref());
    }

    fn solve_in_place(&mut self, mut right: MatMut<'_, T>) {
        let permutation = PermRef::new_checked(&self.permutation, &self.inverse, self.n);
        solver::solve_in_place(
            self.factors.as_ref(),
            self.factors.as_ref(),
            permutation,
            right.as_mut(),
            SEQUENTIAL,
            &mut self.stack.get(),
        );
        scale(right, i64::from(self.shift));
    }

    /// Writes the inverse to rows of elements; the matrix has its shape.
    fn invert_into(&mut self, part: &mut [T], inverse: &mut Scratch<T>) {
        if self.n <= SMALL_MATRIX {
            part.fill(<T as Zero>::zero());
            for (i, &column) in self.permutation.iter().enumerate() {
                part[i * self.n + column] = <T as One>::one();
            }
            return self.substitute(part, self.n);
        }
        self.invert(inverse.as_mut());
        MatMut::from_row_major_slice_mut(part, self.n, self.n).copy_from(inverse.as_ref());
    }

    fn invert(&mut self, mut out: MatMut<'_, T>) {
        let permutation = PermRef::new_checked(&self.permutation, &self.inverse, self.n);
        inverse::inverse(
            out.as_mut(),
            self.factors.as_ref(),
            self.factors.as_ref(),
            permutation,
            SEQUENTIAL,
            &mut self.stack.get(),
        );
        scale(out, i64::from(self.shift));
    }

    /// The product of the pivots, by its sign (or phase), times two to a power.
    ///
    /// The product itself may overflow or underflow on the way.
    fn determinant(&self) -> T {
        let one = <T as One>::one();
        let (mut product, mut exponent) = (if self.odd { -one } else { one }, 0_i64);
        for pivot in self.pivots() {
            // The pivots after it are not numbers.
            if Zero::is_zero(&pivot) && ComplexFloat::is_finite(product) {
                return <T as Zero>::zero();
            }
            let (pivot, e) = normal(pivot);
            let (next, f) = normal(product * pivot);
            product = next;
            exponent += e + f;
        }
        scaled(product, exponent - self.n as i64 * i64::from(self.shift))
    }

    /// The sign (or phase) of the determinant, and the logarithm of its absolute value.
    fn log_determinant(&self) -> (T, T::Part) {
        let one = <T as One>::one();
        let (mut sign, mut sum) = (if self.odd { -one } else { one }, <T::Part as Zero>::zero());
        for pivot in self.pivots() {
            let size = ComplexFloat::abs(pivot);
            if Zero::is_zero(&pivot) {
                return (<T as Zero>::zero(), <T::Part as Float>::neg_infinity());
            }
            sign *= pivot * <T::Part as Float>::recip(size);
            sum += Float::ln(size);
        }
        let shift = super::number::real::<T::Part>(self.n as f64 * f64::from(self.shift));
        (sign, sum - shift * Float::ln(super::number::real::<T::Part>(2.0)))
    }
}

/// Subtracts a multiple of a row from another one.
#[inline]
fn subtract<T: FaerNumber>(from: &mut [T], factor: T, row: &[T]) {
    from.iter_mut().zip(row).for_each(|(x, &y)| *x -= factor * y);
}

/// A number of ordinary size, and the power of two to multiply it by.
fn normal<T: FaerNumber>(x: T) -> (T, i64) {
    let size: f64 = num_traits::AsPrimitive::as_(ComplexFloat::abs(x));
    // The product of two ordinary numbers overflows in no type.
    if ORDINARY.contains(&size) || size == 0.0 || !size.is_finite() {
        return (x, 0);
    }
    let exponent = size.log2() as i64;
    (scaled(x, -exponent), exponent)
}

/// Solves `a x = b` for each pair of matrices; as many `b` as `a`.
pub(super) fn solve<T: FaerNumber>(
    a: &Batch<'_, T>,
    b: &Batch<'_, T>,
) -> Result<Vec<T>, ErrorKind> {
    let (n, k) = (a.rows(), b.columns());
    assert!(a.columns() == n && b.rows() == n && a.count() == b.count());
    let mut out = filled(<T as Zero>::zero(), a.count() * n * k);
    if n == 0 {
        return Ok(out);
    }
    let (mut lu, mut last, mut right) = (Lu::new(n, k), None, zeros(n, k));
    for at in 0..a.count() {
        let matrix = a.get(at);
        // One matrix may have several right sides.
        if last != Some(matrix.as_ptr()) {
            lu.factor_invertible(matrix, at)?;
            last = Some(matrix.as_ptr());
        }
        if k > 0 {
            lu.solve_into(b.get(at), &mut out[at * n * k..][..n * k], &mut right);
        }
    }
    Ok(out)
}

pub(super) fn inv<T: FaerNumber>(a: &Batch<'_, T>) -> Result<Vec<T>, ErrorKind> {
    let n = a.rows();
    assert!(a.columns() == n);
    let mut out = filled(<T as Zero>::zero(), a.count() * n * n);
    let (mut lu, mut inverse) = (Lu::new(n, 0), zeros(n, n));
    for (at, (matrix, part)) in a.iter().zip(out.chunks_exact_mut((n * n).max(1))).enumerate() {
        lu.factor_invertible(matrix, at)?;
        lu.invert_into(part, &mut inverse);
    }
    Ok(out)
}

pub(super) fn det<T: FaerNumber>(a: &Batch<'_, T>) -> Vec<T> {
    each(a, Lu::determinant)
}

pub(super) fn slogdet<T: FaerNumber>(a: &Batch<'_, T>) -> (Vec<T>, Vec<T::Part>) {
    each(a, Lu::log_determinant).into_iter().unzip()
}

/// Calls `f` with the factors of each matrix.
fn each<T: FaerNumber, U>(a: &Batch<'_, T>, f: fn(&Lu<T>) -> U) -> Vec<U> {
    assert!(a.columns() == a.rows());
    let mut lu = Lu::new(a.rows(), 0);
    let result = |at| {
        if a.rows() > 0 {
            lu.factor(a.get(at));
        }
        f(&lu)
    };
    (0..a.count()).map(result).collect()
}
