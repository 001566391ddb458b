//! Functions of one complex number, element by element.

use super::{EachOfTwo, RANGE_BLOCK};
use crate::formulas::{FunctionOfTwo, exponential, logarithm, trigonometric};
use crate::kernels::copy::in_row_major;
use crate::kernels::dispatch::vectorised;
use crate::kernels::operand::Source;
use crate::kernels::specialize::same;
use crate::kernels::threads::in_pieces;
use crate::kernels::uninit::UninitVec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use num_complex::Complex;

type ComplexLoop<T> = fn(&[T], &mut [MaybeUninit<T>]);

/// A function of each element.
pub struct ComplexKernel {
    c32: ComplexLoop<Complex<f32>>,
    c64: ComplexLoop<Complex<f64>>,
}

macro_rules! kernels {
    ($($name:ident: $function:path;)+) => { $(
        pub(crate) static $name: ComplexKernel =
            ComplexKernel { c32: each_complex::<f32, $function>, c64: each_complex::<f64, $function> };
    )+ };
}

kernels! {
    COMPLEX_EXP: exponential::Exp;
    COMPLEX_EXP_M1: exponential::ExpM1;
    COMPLEX_SINH: exponential::Sinh;
    COMPLEX_COSH: exponential::Cosh;
    COMPLEX_TANH: exponential::Tanh;
    COMPLEX_LN: logarithm::Ln;
    COMPLEX_LN_1P: logarithm::Ln1p;
    COMPLEX_LOG2: logarithm::Log2;
    COMPLEX_LOG10: logarithm::Log10;
    COMPLEX_SIN: trigonometric::Sin;
    COMPLEX_COS: trigonometric::Cos;
    COMPLEX_TAN: trigonometric::Tan;
}

fn each_complex<T: Copy + Send + Sync, F: FunctionOfTwo<T, Complex<T>>>(
    from: &[Complex<T>],
    to: &mut [MaybeUninit<Complex<T>>],
) {
    in_pieces(to, 1, size_of_val(from), &|first, to| {
        let blocks = from[first..][..to.len()].chunks(RANGE_BLOCK);
        let pairs = blocks.map(|block| block.iter().map(|z| (z.re, z.im)));
        vectorised(EachOfTwo::<_, _, _, F>(pairs, to, PhantomData));
    });
}

/// What a kernel makes of each element, in row-major order, if it is compiled for the type.
#[inline(always)]
pub(crate) fn map<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    kernel: &ComplexKernel,
) -> Option<Vec<T>> {
    // SAFETY: the precondition of `same`: functions of numbers mention no lifetime.
    let c32: Option<ComplexLoop<T>> = unsafe { same(&kernel.c32) };
    // SAFETY: as above.
    let each = c32.or_else(|| unsafe { same(&kernel.c64) })?;
    let from = in_row_major(source);
    let mut fresh = UninitVec::with_len(from.len());
    each(&from, fresh.places(from.len()).0);
    // SAFETY: the precondition of `finish`: the loop has written each place.
    Some(unsafe { fresh.finish(from.len()) })
}
