//! Eigenvalues and eigenvectors: of Hermitian matrices, and of any square ones.

use super::inverse_iteration::repair;
use super::number::{
    FaerNumber, Scratch, ScratchStack, largest, ordinary, scaled, shift, shift_to_one, zeros,
};
use super::{Batch, Pair, SEQUENTIAL};
use crate::error::ErrorKind;
use crate::kernels::uninit::filled;
use alloc::vec;
use alloc::vec::Vec;
use faer::diag::Diag;
use faer::linalg::evd::{self, ComputeEigenvectors as Vectors, EvdError};
use faer::{MatMut, MatRef};
use num_complex::{Complex, ComplexFloat};
use num_traits::{Float, Zero};

/// What is done with the position of a matrix, its eigenvalues and its eigenvectors.
type OnHermitian<'f, T> = dyn FnMut(usize, &[<T as FaerNumber>::Part], MatRef<'_, T>) + 'f;

/// The same, of a matrix of any kind; `P` is the type of the real parts.
type OnGeneral<'f, P> = dyn FnMut(usize, &[Complex<P>], MatMut<'_, Complex<P>>) + 'f;

/// Calls `f` with the real eigenvalues and the vectors of each matrix, whose lower triangle alone is read.
fn each_hermitian<T: FaerNumber>(
    a: &Batch<'_, T>,
    vectors: Vectors,
    f: &mut OnHermitian<'_, T>,
) -> Result<(), ErrorKind> {
    let n = a.rows();
    assert!(a.columns() == n);
    if n == 0 || a.count() == 0 {
        return Ok(());
    }
    let needs = evd::self_adjoint_evd_scratch::<T>(n, vectors, SEQUENTIAL, Default::default());
    let mut stack = ScratchStack::new(needs);
    let columns = if vectors == Vectors::Yes { n } else { 0 };
    let (mut s, mut u) = (Diag::zeros(n), zeros::<T>(n, columns));
    let (mut lower, mut values) = (zeros::<T>(n, n), vec![<T::Part as Zero>::zero(); n]);
    for (at, matrix) in a.iter().enumerate() {
        // What is above the diagonal may be anything.
        lower.as_mut().copy_from_triangular_lower(matrix);
        let Some(largest) = largest(lower.as_ref()) else {
            return Err(ErrorKind::NotFinite { matrix: at });
        };
        let shift = shift(largest);
        super::number::scale(lower.as_mut(), i64::from(shift));
        let u_of = (vectors == Vectors::Yes).then(|| u.as_mut());
        let (stack, by) = (stack.get(), Default::default());
        evd::self_adjoint_evd(lower.as_ref(), s.as_mut(), u_of, SEQUENTIAL, stack, by)
            .map_err(|_| ErrorKind::NoConvergence { matrix: at })?;
        for (i, value) in values.iter_mut().enumerate() {
            *value = ComplexFloat::re(scaled(s[i], -i64::from(shift)));
        }
        f(at, &values, u.as_ref());
    }
    Ok(())
}

pub(super) fn eigh<T: FaerNumber>(a: &Batch<'_, T>) -> Result<(Vec<T::Part>, Vec<T>), ErrorKind> {
    let n = a.rows();
    let mut values = Vec::with_capacity(a.count() * n);
    let mut vectors = filled(<T as Zero>::zero(), a.count() * n * n);
    each_hermitian(a, Vectors::Yes, &mut |at, found, u| {
        values.extend_from_slice(found);
        let part = &mut vectors[at * n * n..][..n * n];
        MatMut::from_row_major_slice_mut(part, n, n).copy_from(u);
    })?;
    Ok((values, vectors))
}

pub(super) fn eigvalsh<T: FaerNumber>(a: &Batch<'_, T>) -> Result<Vec<T::Part>, ErrorKind> {
    let mut values = Vec::with_capacity(a.count() * a.rows());
    each_hermitian(a, Vectors::No, &mut |_, found, _| values.extend_from_slice(found))?;
    Ok(values)
}

/// A number whose matrices have eigenvalues: the decomposition of real ones is another one.
pub(super) trait General: FaerNumber {
    /// Computes the eigenvalues of a matrix and, with `Vectors::Yes`, its eigenvectors.
    fn decompose(
        matrix: MatRef<'_, Self>,
        work: &mut EigenMemory<Self>,
        vectors: Vectors,
    ) -> Result<(), EvdError>;
}

/// Memory for the decompositions of matrices of one size.
pub(super) struct EigenMemory<T: FaerNumber> {
    stack: ScratchStack,
    /// Eigenvalues as they are computed: all real parts, all imaginary parts.
    s: [Diag<T>; 2],
    u: Scratch<T>,
    values: Vec<Complex<T::Part>>,
    vectors: Scratch<Complex<T::Part>>,
}

macro_rules! of_real_numbers {
    ($($T:ty)+) => { $(
        impl General for $T {
            fn decompose(
                matrix: MatRef<'_, Self>,
                work: &mut EigenMemory<Self>,
                vectors: Vectors,
            ) -> Result<(), EvdError> {
                let [re, im] = &mut work.s;
                let u = (vectors == Vectors::Yes).then(|| work.u.as_mut());
                let (stack, by) = (work.stack.get(), Default::default());
                evd::evd_real(matrix, re.as_mut(), im.as_mut(), None, u, SEQUENTIAL, stack, by)?;
                for (j, value) in work.values.iter_mut().enumerate() {
                    *value = Complex::new(re[j], im[j]);
                }
                // Two columns have the real and the imaginary parts of two conjugate vectors. The first
                // one belongs to the value given first.
                let (u, mut vectors) = (work.u.as_ref(), work.vectors.as_mut());
                let (mut j, columns) = (0, u.ncols());
                while j < columns {
                    let pair = im[j] != 0.0 && j + 1 < columns;
                    for i in 0..u.nrows() {
                        let re = u[(i, j)];
                        let im = if pair { u[(i, j + 1)] } else { 0.0 };
                        vectors[(i, j)] = Complex::new(re, im);
                        if pair {
                            vectors[(i, j + 1)] = Complex::new(re, -im);
                        }
                    }
                    j += if pair { 2 } else { 1 };
                }
                Ok(())
            }
        }

        impl General for Complex<$T> {
            fn decompose(
                matrix: MatRef<'_, Self>,
                work: &mut EigenMemory<Self>,
                vectors: Vectors,
            ) -> Result<(), EvdError> {
                let u = (vectors == Vectors::Yes).then(|| work.vectors.as_mut());
                let (stack, by) = (work.stack.get(), Default::default());
                let s = &mut work.s[0];
                evd::evd_cplx(matrix, s.as_mut(), None, u, SEQUENTIAL, stack, by)?;
                for (j, value) in work.values.iter_mut().enumerate() {
                    *value = s[j];
                }
                Ok(())
            }
        }
    )+ };
}

of_real_numbers!(f32 f64);

/// Calls `f` with the eigenvalues and the vectors of each matrix.
fn each<T: General>(
    a: &Batch<'_, T>,
    vectors: Vectors,
    f: &mut OnGeneral<'_, T::Part>,
) -> Result<(), ErrorKind>
where
    Complex<T::Part>: FaerNumber<Part = T::Part>,
{
    let n = a.rows();
    assert!(a.columns() == n);
    if n == 0 || a.count() == 0 {
        return Ok(());
    }
    let needs = evd::evd_scratch::<T>(n, Vectors::No, vectors, SEQUENTIAL, Default::default());
    let columns = if vectors == Vectors::Yes { n } else { 0 };
    let mut work = EigenMemory {
        stack: ScratchStack::new(needs),
        s: [Diag::zeros(n), Diag::zeros(n)],
        u: zeros(n, columns),
        values: vec![Complex::zero(); n],
        vectors: zeros(n, columns),
    };
    let mut copy = None;
    for (at, matrix) in a.iter().enumerate() {
        // faer 0.24 compares a determinant with a bound for elements: eigenvectors of small elements would be wrong.
        let Some((matrix, shift)) = ordinary(matrix, &mut copy, shift_to_one) else {
            return Err(ErrorKind::NotFinite { matrix: at });
        };
        T::decompose(matrix, &mut work, vectors)
            .map_err(|_| ErrorKind::NoConvergence { matrix: at })?;
        if vectors == Vectors::Yes {
            repair(matrix, &work.values, work.vectors.as_mut());
        }
        for value in &mut work.values {
            *value = scaled(*value, -i64::from(shift));
        }
        f(at, &work.values, work.vectors.as_mut());
    }
    Ok(())
}

pub(super) fn eig<T: General>(a: &Batch<'_, T>) -> Result<Pair<Complex<T::Part>>, ErrorKind>
where
    Complex<T::Part>: FaerNumber<Part = T::Part>,
{
    let n = a.rows();
    let mut values = Vec::with_capacity(a.count() * n);
    let mut vectors = filled(Complex::zero(), a.count() * n * n);
    each(a, Vectors::Yes, &mut |at, found, mut u| {
        values.extend_from_slice(found);
        for j in 0..n {
            let column = u.as_mut().col_mut(j);
            let length = Float::recip(column.as_ref().norm_l2());
            column.iter_mut().for_each(|x| *x *= length);
        }
        let part = &mut vectors[at * n * n..][..n * n];
        MatMut::from_row_major_slice_mut(part, n, n).copy_from(u);
    })?;
    Ok((values, vectors))
}

pub(super) fn eigvals<T: General>(a: &Batch<'_, T>) -> Result<Vec<Complex<T::Part>>, ErrorKind>
where
    Complex<T::Part>: FaerNumber<Part = T::Part>,
{
    let mut values = Vec::with_capacity(a.count() * a.rows());
    each(a, Vectors::No, &mut |_, found, _| values.extend_from_slice(found))?;
    Ok(values)
}
