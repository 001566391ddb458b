//! Eigenvalues and eigenvectors: of Hermitian matrices, and of any square ones.

use super::inverse_iteration::repair;
use super::number::{
    FaerNumber, Scratch, ScratchStack, largest, ordinary, scaled, scaled_part, shift, shift_to_one,
    zeros,
};
use super::reflections::{LANES, tridiagonal, unitary};
use super::tridiagonal::{eigenvalues, eigenvectors};
use super::{Batch, Pair, SEQUENTIAL};
use crate::error::ErrorKind;
use crate::kernels::uninit::filled;
use alloc::vec;
use alloc::vec::Vec;
use faer::diag::Diag;
use faer::linalg::evd::{self, ComputeEigenvectors as Vectors, EvdError, tridiag};
use faer::{MatMut, MatRef};
use num_complex::{Complex, ComplexFloat};
use num_traits::{Float, Zero};

/// Columns up to which a matrix is reduced by [`tridiagonal`]. Rows: `1000 of eigvalsh 4`, `1000 of eigh 4`.
const HERMITIAN_COLUMNS: usize = 64;

/// What is done with the position of a matrix, its eigenvalues and its eigenvectors; `P` is the type of the real parts.
type OnGeneral<'f, P> = dyn FnMut(usize, &[Complex<P>], MatMut<'_, Complex<P>>) + 'f;

/// Returns the eigenvalues and the vectors of each matrix, whose lower triangle alone is read.
pub(super) fn eigh<T: FaerNumber>(a: &Batch<'_, T>) -> Result<(Vec<T::Part>, Vec<T>), ErrorKind> {
    let n = a.rows();
    assert!(a.columns() == n);
    let mut values = Vec::with_capacity(a.count() * n);
    let mut vectors = filled(<T as Zero>::zero(), a.count() * n * n);
    if n == 0 {
        return Ok((values, vectors));
    }
    let mut lower = zeros::<T>(n, n);
    if n <= HERMITIAN_COLUMNS {
        let mut memory = SmallMemory::new(n);
        for (at, (matrix, part)) in a.iter().zip(vectors.chunks_exact_mut(n * n)).enumerate() {
            let shift = copy_lower(matrix, &mut lower, at)?;
            if !memory.decompose(&mut lower, part) {
                return Err(ErrorKind::NoConvergence { matrix: at });
            }
            let value = |&i: &usize| scaled_part::<T>(memory.values[i], -i64::from(shift));
            values.extend(memory.order.iter().map(value));
        }
        return Ok((values, vectors));
    }
    let by = Default::default();
    let needs = evd::self_adjoint_evd_scratch::<T>(n, Vectors::Yes, SEQUENTIAL, by);
    let mut stack = ScratchStack::new(needs);
    let (mut s, mut u) = (Diag::zeros(n), zeros::<T>(n, n));
    for (at, (matrix, part)) in a.iter().zip(vectors.chunks_exact_mut(n * n)).enumerate() {
        let shift = copy_lower(matrix, &mut lower, at)?;
        let u_of = Some(u.as_mut());
        evd::self_adjoint_evd(lower.as_ref(), s.as_mut(), u_of, SEQUENTIAL, &mut stack.get(), by)
            .map_err(|_| ErrorKind::NoConvergence { matrix: at })?;
        let value = |i| ComplexFloat::re(scaled(s[i], -i64::from(shift)));
        values.extend((0..n).map(value));
        MatMut::from_row_major_slice_mut(part, n, n).copy_from(u.as_ref());
    }
    Ok((values, vectors))
}

/// Memory for the eigenvectors of small Hermitian matrices of one size.
struct SmallMemory<T: FaerNumber> {
    values: Vec<T::Part>,
    beside: Vec<T::Part>,
    factors: Vec<T>,
    /// The eigenvectors, `stride` elements apart.
    vectors: Vec<T>,
    stride: usize,
    /// The positions of the eigenvalues in ascending order.
    order: Vec<usize>,
}

impl<T: FaerNumber> SmallMemory<T> {
    fn new(n: usize) -> Self {
        let stride = n.next_multiple_of(LANES);
        SmallMemory {
            values: vec![<T::Part as Zero>::zero(); n],
            beside: vec![<T::Part as Zero>::zero(); n - 1],
            factors: vec![<T as Zero>::zero(); n - 1],
            vectors: vec![<T as Zero>::zero(); n * stride],
            stride,
            order: vec![],
        }
    }

    /// Writes the eigenvectors of a matrix as columns, and leaves its eigenvalues; returns whether all were found.
    fn decompose(&mut self, lower: &mut Scratch<T>, out: &mut [T]) -> bool {
        let (n, stride) = (self.values.len(), self.stride);
        tridiagonal(lower, &mut self.values, &mut self.beside, &mut self.factors);
        unitary(lower, &self.factors, &mut self.vectors, stride);
        if !eigenvectors(&mut self.values, &mut self.beside, &mut self.vectors, stride) {
            return false;
        }
        let values = &self.values;
        self.order.clear();
        self.order.extend(0..n);
        let by_value = |&i: &usize, &j: &usize| values[i].partial_cmp(&values[j]);
        self.order.sort_unstable_by(|i, j| by_value(i, j).expect("finite eigenvalues"));
        for (j, &at) in self.order.iter().enumerate() {
            let column = &self.vectors[at * stride..][..n];
            out[j..].iter_mut().step_by(n).zip(column).for_each(|(to, &x)| *to = x);
        }
        true
    }
}

pub(super) fn eigvalsh<T: FaerNumber>(a: &Batch<'_, T>) -> Result<Vec<T::Part>, ErrorKind> {
    let n = a.rows();
    assert!(a.columns() == n);
    let mut values = filled(<T::Part as Zero>::zero(), a.count() * n);
    if n == 0 {
        return Ok(values);
    }
    let needs = tridiag::tridiag_in_place_scratch::<T>(n, SEQUENTIAL, Default::default());
    let mut stack = ScratchStack::new(needs);
    let (mut lower, mut reflections) = (zeros::<T>(n, n), zeros::<T>(1, n - 1));
    let mut beside = vec![<T::Part as Zero>::zero(); n - 1];
    let mut factors = vec![<T as Zero>::zero(); n - 1];
    for (at, (matrix, values)) in a.iter().zip(values.chunks_exact_mut(n)).enumerate() {
        let shift = copy_lower(matrix, &mut lower, at)?;
        if n <= HERMITIAN_COLUMNS {
            tridiagonal(&mut lower, values, &mut beside, &mut factors);
        } else {
            let (mut lower, by) = (lower.as_mut(), Default::default());
            let reflections = reflections.as_mut();
            tridiag::tridiag_in_place(
                lower.as_mut(),
                reflections,
                SEQUENTIAL,
                &mut stack.get(),
                by,
            );
            for (i, value) in values.iter_mut().enumerate() {
                *value = ComplexFloat::re(lower[(i, i)]);
            }
            for (i, beside) in beside.iter_mut().enumerate() {
                *beside = ComplexFloat::abs(lower[(i + 1, i)]);
            }
        }
        if !eigenvalues(values, &mut beside) {
            return Err(ErrorKind::NoConvergence { matrix: at });
        }
        for value in values {
            *value = scaled_part::<T>(*value, -i64::from(shift));
        }
    }
    Ok(values)
}

/// Copies the lower triangle of a matrix, times two to the power that is returned. What is above the diagonal may be
/// anything, and what the last decomposition has left there is cleared.
fn copy_lower<T: FaerNumber>(
    matrix: MatRef<'_, T>,
    lower: &mut Scratch<T>,
    at: usize,
) -> Result<i32, ErrorKind> {
    lower.as_mut().fill(<T as Zero>::zero());
    lower.as_mut().copy_from_triangular_lower(matrix);
    let largest = largest(lower.as_ref()).ok_or(ErrorKind::NotFinite { matrix: at })?;
    let shift = shift(largest);
    super::number::scale(lower.as_mut(), i64::from(shift));
    Ok(shift)
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
                let (stack, by) = (&mut work.stack.get(), Default::default());
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
                let (stack, by) = (&mut work.stack.get(), Default::default());
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
