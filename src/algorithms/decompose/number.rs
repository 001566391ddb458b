//! What the four element types share: parts, scales, matrices of zeros.

use super::SEQUENTIAL;
use crate::kernels::dispatch::clear_upper_halves;
use crate::kernels::prefetch::CACHE_LINE;
use crate::kernels::uninit::with_capacity;
use crate::storage::{give, pages::KEPT};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::matmul::matmul;
use faer::traits::{ComplexField, Conjugate, RealField};
use faer::{Accum, MatMut, MatRef};
use num_complex::{Complex, ComplexFloat};
use num_traits::{AsPrimitive, Float};

/// A real or complex number of std or num-complex that faer computes with.
pub(super) trait FaerNumber:
    ComplexField<Real = Self::Part>
    + ComplexFloat<Real = Self::Part>
    + core::ops::Mul<Self::Part, Output = Self>
    + From<Self::Part>
    + super::Scalar<Real = Self::Part, Complex = Complex<Self::Part>>
{
    /// The type of the real and imaginary parts.
    type Part: FaerFloat;
}

/// `f32` or `f64`.
pub(super) trait FaerFloat: RealField + Float + AsPrimitive<f64> {}

impl FaerFloat for f32 {}

impl FaerFloat for f64 {}

impl FaerNumber for f32 {
    type Part = f32;
}

impl FaerNumber for f64 {
    type Part = f64;
}

impl FaerNumber for Complex<f32> {
    type Part = f32;
}

impl FaerNumber for Complex<f64> {
    type Part = f64;
}

/// Returns a real number as the other type of real numbers.
pub(super) fn real<P: FaerFloat>(value: f64) -> P {
    <P as num_traits::NumCast>::from(value).expect("a float is made of a float")
}

/// Returns the largest absolute value of a real or imaginary part; `None` if an element is infinite or NaN.
pub(super) fn largest<T: FaerNumber>(matrix: MatRef<'_, T>) -> Option<T::Part> {
    // Along the columns where these have the smaller stride.
    let by_columns = matrix.row_stride().unsigned_abs() <= matrix.col_stride().unsigned_abs();
    let matrix = if by_columns { matrix } else { matrix.transpose() };
    let (mut largest, mut finite) = (<T::Part as num_traits::Zero>::zero(), true);
    for column in matrix.col_iter() {
        for element in column.iter() {
            let (re, im) = (Float::abs(ComplexFloat::re(*element)), ComplexFloat::im(*element));
            let part = Float::max(re, Float::abs(im));
            finite &= ComplexFloat::is_finite(*element);
            largest = Float::max(largest, part);
        }
    }
    finite.then_some(largest)
}

/// Sizes that are far from overflow and underflow in both types.
pub(super) const ORDINARY: core::ops::Range<f64> = 1e-6..1e6;

/// Returns the exponent of the power of two that brings elements, the largest of which is given, away from
/// overflow and underflow: 0 for all but extreme ones.
pub(super) fn shift<P: FaerFloat>(largest: P) -> i32 {
    let largest: f64 = largest.as_();
    if ORDINARY.contains(&largest) || largest == 0.0 {
        return 0;
    }
    let highest: f64 = <P as Float>::max_value().as_();
    let precision: f64 = <P as Float>::epsilon().as_();
    let limit = highest.log2() / 2.0 + precision.log2();
    if largest.log2().abs() <= limit { 0 } else { -largest.log2() as i32 }
}

/// Returns the exponent of the power of two that brings the largest element close to 1.
pub(super) fn shift_to_one<P: FaerFloat>(largest: P) -> i32 {
    let largest: f64 = largest.as_();
    if (0.1..10.0).contains(&largest) || largest == 0.0 { 0 } else { -largest.log2() as i32 }
}

/// Multiplies by a power of two, without overflow or underflow on the way.
pub(super) fn scaled<T: FaerNumber>(mut x: T, exponent: i64) -> T {
    // The factors of the way are numbers of both types.
    let mut left = exponent.clamp(-2500, 2500) as i32;
    while left != 0 {
        let step = left.clamp(-126, 126);
        x = x * real::<T::Part>(2.0).powi_of(step);
        left -= step;
    }
    x
}

/// The same of a real part.
pub(super) fn scaled_part<T: FaerNumber>(x: T::Part, exponent: i64) -> T::Part {
    ComplexFloat::re(scaled(<T as From<T::Part>>::from(x), exponent))
}

trait PowiOf {
    fn powi_of(self, exponent: i32) -> Self;
}

impl<P: Float> PowiOf for P {
    fn powi_of(self, exponent: i32) -> P {
        Float::powi(self, exponent)
    }
}

/// The exponent of the largest of some finite numbers: the power of two with it, and its inverse, are numbers too.
pub(super) fn exponent_of<'a, P: FaerFloat>(elements: impl Iterator<Item = &'a P>) -> i32 {
    let largest =
        elements.fold(<P as num_traits::Zero>::zero(), |a, &b| Float::max(a, Float::abs(b)));
    let (largest, highest): (f64, f64) = (largest.as_(), <P as Float>::max_value().as_());
    let bound = highest.log2() - 2.0;
    if largest == 0.0 { 0 } else { largest.log2().clamp(-bound, bound) as i32 }
}

/// Returns two to a power whose inverse is a number too.
pub(super) fn power_of_two<P: FaerFloat>(exponent: i32) -> P {
    Float::powi(real::<P>(2.0), exponent)
}

/// Copies a matrix times a power of two.
pub(super) fn copy_scaled<T: FaerNumber>(
    mut to: MatMut<'_, T>,
    from: MatRef<'_, T>,
    exponent: i32,
) {
    to.copy_from(from);
    scale(to, i64::from(exponent));
}

/// The matrix, or a copy of it times a power of two if its largest element asks for that, and the exponent; `None` if
/// an element is infinite or NaN. The copy is made in memory that is kept for the next matrix of this size.
pub(super) fn ordinary<'a, T: FaerNumber>(
    matrix: MatRef<'a, T>,
    copy: &'a mut Option<Scratch<T>>,
    shift: impl Fn(T::Part) -> i32,
) -> Option<(MatRef<'a, T>, i32)> {
    let shift = shift(largest(matrix)?);
    if shift == 0 {
        return Some((matrix, 0));
    }
    let copy = copy.get_or_insert_with(|| zeros(matrix.nrows(), matrix.ncols()));
    copy_scaled(copy.as_mut(), matrix, shift);
    Some((copy.as_ref(), shift))
}

/// Multiplies a matrix by a power of two.
pub(super) fn scale<T: FaerNumber>(mut matrix: MatMut<'_, T>, exponent: i64) {
    if exponent != 0 {
        matrix.for_each_mut(|x| *x = scaled(*x, exponent));
    }
}

/// Memory for a decomposition: a column-major matrix whose columns begin where vectors of the processor do. It comes from the
/// cache of freed buffers and goes back there; page faults of new memory took more than a third of the time of `det`
/// of 500 x 500.
pub(super) struct Scratch<T> {
    elements: Vec<T>,
    first: usize,
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<T: FaerNumber> Scratch<T> {
    pub(super) fn as_ref(&self) -> MatRef<'_, T> {
        let elements = &self.elements[self.first..];
        MatRef::from_column_major_slice_with_stride(elements, self.rows, self.columns, self.stride)
    }

    /// The number of rows and columns, the distance of columns, and the columns.
    pub(super) fn columns(&mut self) -> ([usize; 3], &mut [T]) {
        let len = self.stride * self.columns;
        ([self.rows, self.columns, self.stride], &mut self.elements[self.first..][..len])
    }

    pub(super) fn as_mut(&mut self) -> MatMut<'_, T> {
        let (rows, columns, stride) = (self.rows, self.columns, self.stride);
        let elements = &mut self.elements[self.first..];
        MatMut::from_column_major_slice_with_stride_mut(elements, rows, columns, stride)
    }
}

impl<T> Drop for Scratch<T> {
    fn drop(&mut self) {
        give(core::mem::take(&mut self.elements));
    }
}

/// Makes a matrix of zeros.
pub(super) fn zeros<T: FaerNumber>(rows: usize, columns: usize) -> Scratch<T> {
    let line = CACHE_LINE / size_of::<T>();
    let stride = if rows < line { rows } else { rows.next_multiple_of(line) };
    let len = stride * columns + line;
    let mut elements = room(len);
    elements.resize(len, <T as num_traits::Zero>::zero());
    let first = elements.as_ptr().align_offset(CACHE_LINE).min(line);
    Scratch { elements, first, rows, columns, stride }
}

/// From 16 KiB on at least as much as the cache keeps: the C library gives less back to the system at the end of each
/// decomposition, without which `qr` and `eigh` of 100 x 100 take 1.3 and 1.1 times as long.
fn room<T>(len: usize) -> Vec<T> {
    let kept = KEPT / size_of::<T>();
    with_capacity(if len < kept / 8 { len } else { len.max(kept) })
}

/// The same for what faer needs beside.
pub(super) struct ScratchStack {
    bytes: Vec<u8>,
    len: usize,
}

impl ScratchStack {
    pub(super) fn new(needs: StackReq) -> Self {
        let len = needs.unaligned_bytes_required();
        ScratchStack { bytes: room(len), len }
    }

    /// Lends the memory for one call of faer.
    pub(super) fn get(&mut self) -> Lent<'_> {
        Lent(MemStack::new(&mut self.bytes.spare_capacity_mut()[..self.len]))
    }
}

/// Memory that is lent to faer; what faer leaves in vector registers is cleared afterwards.
pub(super) struct Lent<'a>(&'a mut MemStack);

impl Deref for Lent<'_> {
    type Target = MemStack;

    fn deref(&self) -> &MemStack {
        self.0
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut MemStack {
        self.0
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        clear_upper_halves();
    }
}

impl Drop for ScratchStack {
    fn drop(&mut self) {
        give(core::mem::take(&mut self.bytes));
    }
}

/// Writes the product of matrices times a factor, or adds it.
pub(super) fn add_product<T: FaerNumber>(
    to: MatMut<'_, T>,
    before: Accum,
    left: MatRef<'_, impl Conjugate<Canonical = T>>,
    right: MatRef<'_, impl Conjugate<Canonical = T>>,
    factor: T,
) {
    matmul(to, before, left, right, factor, SEQUENTIAL);
    clear_upper_halves();
}
