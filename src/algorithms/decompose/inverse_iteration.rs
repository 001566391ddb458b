//! Eigenvectors that faer 0.24 computes wrongly, computed again by inverse iteration on a Hessenberg matrix (Golub
//! and Van Loan, Matrix Computations, 4th edition, 7.6.1).
//!
//! faer's back substitution has two faults. For a real matrix it compares the determinant of a block of two rows,
//! `(x - w) (conj(x) - w)` with the block's eigenvalue `x` and the vector's eigenvalue `w`, with a bound for single
//! elements: a vector is wrong where the block is far smaller than the matrix. And it overflows for matrices that have
//! far fewer eigenvectors than rows, for example those with ones above the diagonal and zeros elsewhere.

use super::SEQUENTIAL;
use super::number::{FaerNumber, ScratchStack, real};
use alloc::vec;
use alloc::vec::Vec;
use faer::linalg::evd::hessenberg;
use faer::linalg::{householder, qr::no_pivoting::factor::recommended_block_size};
use faer::{ColRef, Conj, Mat, MatMut, MatRef};
use num_complex::{Complex, ComplexFloat};
use num_traits::{Float, One, Zero};

/// One step is enough but for eigenvalues that are close to each other.
const STEPS: usize = 3;

/// Computes the vectors again whose residuals are too large, for a matrix whose largest element is close to 1.
/// The vectors of conjugate eigenvalues of a real matrix, which follow each other, stay conjugate.
pub(super) fn repair<T: FaerNumber>(
    matrix: MatRef<'_, T>,
    values: &[Complex<T::Part>],
    mut vectors: MatMut<'_, Complex<T::Part>>,
) where
    Complex<T::Part>: FaerNumber<Part = T::Part>,
{
    let (n, zero) = (values.len(), <T::Part as Zero>::zero());
    // faer's bound is the epsilon times the sum of all elements of a matrix of this norm, so less than this.
    let bound = <T::Part as Float>::epsilon() * real::<T::Part>(10.0 * (n * n) as f64);
    let mut iteration = None;
    for (j, &value) in values.iter().enumerate() {
        if T::IS_REAL && value.im < zero {
            continue;
        }
        let close = |(k, pair): (usize, &Complex<T::Part>)| {
            let apart = pair.re - value.re;
            pair.im > zero && apart * apart <= bound && k != j && {
                let determinant = (*pair - value) * (pair.conj() - value);
                ComplexFloat::l1_norm(&determinant) <= bound
            }
        };
        let vector = vectors.as_ref().col(j);
        let sum = vector.iter().fold(zero, |sum, x| sum + x.l1_norm());
        let finite = Float::is_finite(sum);
        if finite && !(T::IS_REAL && values.iter().enumerate().any(close)) {
            continue;
        }
        let iteration = iteration.get_or_insert_with(|| Iteration::new(matrix));
        if finite {
            iteration.start(vector);
            if iteration.residual(value) <= iteration.limit {
                continue;
            }
        } else {
            // Another one for each of equal eigenvalues.
            let one = Complex::<T::Part>::one();
            let other = |i: usize| if i == j { -one } else { one };
            iteration.x.iter_mut().enumerate().for_each(|(i, x)| *x = other(i));
        }
        iteration.run(value);
        for i in 0..n {
            let element = iteration.element(i);
            vectors[(i, j)] = element;
            if T::IS_REAL && value.im > zero {
                vectors[(i, j + 1)] = element.conj();
            }
        }
    }
}

/// A matrix `q h q^H` with a Hessenberg matrix `h`, and a vector `q x`.
struct Iteration<T: FaerNumber> {
    q: Mat<T>,
    h: Mat<T>,
    x: Vec<Complex<T::Part>>,
    /// The rows of `h - value` during the elimination.
    rows: Vec<Complex<T::Part>>,
    /// The smallest pivot: the epsilon times the largest element.
    least: T::Part,
    /// The length of a residual that is small enough.
    limit: T::Part,
}

fn complex<T: FaerNumber>(x: T) -> Complex<T::Part> {
    Complex::new(ComplexFloat::re(x), ComplexFloat::im(x))
}

impl<T: FaerNumber> Iteration<T>
where
    Complex<T::Part>: FaerNumber<Part = T::Part>,
{
    /// The matrix has two rows at least.
    fn new(matrix: MatRef<'_, T>) -> Self {
        let n = matrix.nrows();
        let block = recommended_block_size::<T>(n - 1, n - 1);
        let needs = hessenberg::hessenberg_in_place_scratch::<T>(
            n,
            block,
            SEQUENTIAL,
            Default::default(),
        )
        .or(
            householder::apply_block_householder_sequence_on_the_right_in_place_scratch::<T>(
                n - 1,
                block,
                n - 1,
            ),
        );
        let mut stack = ScratchStack::new(needs);
        let (mut h, mut q, mut factors) =
            (matrix.to_owned(), Mat::zeros(n, n), Mat::zeros(block, n - 1));
        hessenberg::hessenberg_in_place(
            h.as_mut(),
            factors.as_mut(),
            SEQUENTIAL,
            &mut stack.get(),
            Default::default(),
        );
        q.diagonal_mut().fill(<T as One>::one());
        householder::apply_block_householder_sequence_on_the_right_in_place_with_conj(
            h.submatrix(1, 0, n - 1, n - 1),
            factors.as_ref(),
            Conj::No,
            q.submatrix_mut(1, 1, n - 1, n - 1),
            SEQUENTIAL,
            &mut stack.get(),
        );
        let epsilon = <T::Part as Float>::epsilon();
        Iteration {
            q,
            h,
            x: vec![Complex::zero(); n],
            rows: vec![Complex::zero(); n * n],
            least: epsilon * matrix.norm_max(),
            limit: epsilon * real::<T::Part>(n as f64) * matrix.norm_l2(),
        }
    }

    /// Starts with a vector.
    fn start(&mut self, vector: ColRef<'_, Complex<T::Part>>) {
        for (k, x) in self.x.iter_mut().enumerate() {
            let column = self.q.col(k).iter().zip(vector.iter());
            let terms = column.map(|(q, v)| complex(*q).conj() * *v);
            *x = terms.fold(Complex::zero(), |sum, term| sum + term);
        }
        self.normalize();
    }

    /// An element of `q x`.
    fn element(&self, i: usize) -> Complex<T::Part> {
        let terms = self.x.iter().enumerate().map(|(k, x)| complex(self.q[(i, k)]) * *x);
        terms.fold(Complex::zero(), |sum, term| sum + term)
    }

    fn normalize(&mut self) {
        let largest =
            self.x.iter().map(|x| ComplexFloat::abs(*x)).fold(<T::Part>::zero(), Float::max);
        self.x.iter_mut().for_each(|x| *x /= largest);
        let square = self.x.iter().map(|x| x.norm_sqr()).fold(<T::Part>::zero(), |sum, x| sum + x);
        let length = Float::sqrt(square);
        self.x.iter_mut().for_each(|x| *x /= length);
    }

    /// The length of `h x - value x`.
    fn residual(&self, value: Complex<T::Part>) -> T::Part {
        let mut square = <T::Part>::zero();
        for (i, x) in self.x.iter().enumerate() {
            let first = i.saturating_sub(1);
            let terms =
                self.x[first..].iter().zip(first..).map(|(x, k)| complex(self.h[(i, k)]) * *x);
            square += terms.fold(-(*x * value), |sum, term| sum + term).norm_sqr();
        }
        Float::sqrt(square)
    }

    fn run(&mut self, value: Complex<T::Part>) {
        for _ in 0..STEPS {
            self.solve(value);
            self.normalize();
            if self.residual(value) <= self.limit {
                break;
            }
        }
    }

    /// Solves `(h - value) y = x` for a multiple of `y` that does not overflow.
    fn solve(&mut self, value: Complex<T::Part>) {
        let n = self.x.len();
        for (i, row) in self.rows.chunks_exact_mut(n).enumerate() {
            let first = i.saturating_sub(1);
            for (k, element) in row.iter_mut().enumerate().skip(first) {
                *element = complex(self.h[(i, k)]);
            }
            row[i] -= value;
        }
        for i in 0..n - 1 {
            let (above, below) = self.rows.split_at_mut((i + 1) * n);
            let (row, next) = (&mut above[i * n + i..], &mut below[i..n]);
            if next[0].l1_norm() > row[0].l1_norm() {
                row.swap_with_slice(next);
                self.x.swap(i, i + 1);
            }
            // Numbers as small as this are zeros within the error of the value.
            if row[0].l1_norm() < self.least {
                continue;
            }
            let factor = next[0] / row[0];
            next.iter_mut().zip(row).for_each(|(x, y)| *x -= factor * *y);
            let x = self.x[i];
            self.x[i + 1] -= factor * x;
        }
        for i in (0..n).rev() {
            let (left, right) = self.x.split_at_mut(i + 1);
            let row = &self.rows[i * n..][..n];
            let terms = row[i + 1..].iter().zip(right).map(|(a, x)| *a * *x);
            let sum = terms.fold(left[i], |sum, term| sum - term);
            let small = row[i].l1_norm() < self.least;
            let x = if small { sum / self.least } else { sum / row[i] };
            self.x[i] = x;
            let size = ComplexFloat::abs(x);
            if size > <T::Part>::one() {
                self.x.iter_mut().for_each(|x| *x /= size);
            }
        }
    }
}
