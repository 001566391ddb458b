//! Fourier transforms (feature `fft`) along typed axes, of all lanes.
//!
//! `along.rs`: transforms along one axis. `over.rs`: transforms over several axes. `frequency.rs`: the
//! frequencies of the bins and their order. Here: elements, axes, norms, and the steps that both share. Not
//! here: transforms of lanes (`algorithms/fourier.rs`).

mod along;
mod frequency;
mod over;

use crate::algorithms::fourier::{FourierNumber, padded};
use crate::error::{ErrorKind, ShapeError};
use crate::kernels::index::Along;
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{All, AxisList, Minus, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::Zero;

/// Which transform divides by the number of elements `n` of a lane: numpy's `norm`.
///
/// | | forward (`fft`, `rfft`, `hfft`, ..) | inverse (`ifft`, `irfft`, `ihfft`, ..) |
/// |---|---|---|
/// | `Backward` | 1 | 1 / n |
/// | `Ortho` | 1 / sqrt(n) | 1 / sqrt(n) |
/// | `Forward` | 1 / n | 1 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FourierNorm {
    /// The inverse transform divides by `n`. The default.
    #[default]
    Backward,
    /// Both divide by the square root of `n`.
    Ortho,
    /// The forward transform divides by `n`.
    Forward,
}

impl FourierNorm {
    /// The factor of a transform of `n` elements.
    fn scale<F: FourierNumber>(self, n: usize, inverse: bool) -> F {
        let n = F::from(n).expect("a number of elements");
        match self {
            FourierNorm::Ortho => n.sqrt().recip(),
            FourierNorm::Backward if inverse => n.recip(),
            FourierNorm::Forward if !inverse => n.recip(),
            _ => F::one(),
        }
    }
}

/// Real elements of Fourier transforms: `f32` and `f64`.
#[diagnostic::on_unimplemented(
    message = "a Fourier transform of real elements takes `f32` or `f64`, not `{Self}`",
    label = "`rfft` and `ihfft` take real elements",
    note = "`fft` and `ifft` take complex elements; `.cast::<f64>()` converts integers"
)]
#[allow(private_bounds)] // seals it
pub trait FourierReal: FourierNumber {}

impl FourierReal for f32 {}
impl FourierReal for f64 {}

/// Complex elements of Fourier transforms: `Complex<f32>` and `Complex<f64>`.
#[diagnostic::on_unimplemented(
    message = "a Fourier transform of complex elements takes `Complex<f32>` or `Complex<f64>`, not `{Self}`",
    label = "`fft` and its like take complex elements",
    note = "real elements are transformed by `rfft`; `.map(|&x| Complex::from(x))` makes them complex"
)]
pub trait FourierComplex: Clone + Zero {
    /// The type of the real and of the imaginary part.
    type Real: FourierReal;

    #[doc(hidden)]
    fn transformed<const R: usize>(
        x: &TensorRef<Self, R>,
        call: Call<'_>,
        _: Seal,
    ) -> Result<Tensor<Self, R>, ShapeError>;

    #[doc(hidden)]
    fn to_real<const R: usize>(
        x: &TensorRef<Self, R>,
        call: Call<'_>,
        _: Seal,
    ) -> Result<Tensor<Self::Real, R>, ShapeError>;
}

impl<F: FourierReal> FourierComplex for Complex<F> {
    type Real = F;

    fn transformed<const R: usize>(
        x: &TensorRef<Self, R>,
        call: Call<'_>,
        _: Seal,
    ) -> Result<Tensor<Self, R>, ShapeError> {
        let sizes = call.sizes(x.shape(), |size| size)?;
        call.result(x.shape(), &sizes, size_of::<Self>())?;
        Ok(call.complex(x, &sizes))
    }

    fn to_real<const R: usize>(
        x: &TensorRef<Self, R>,
        call: Call<'_>,
        _: Seal,
    ) -> Result<Tensor<F, R>, ShapeError> {
        // By default as many as make this spectrum, an even number; one number makes one.
        let sizes = call.sizes(x.shape(), |size| 2 * size.saturating_sub(1))?;
        call.result(x.shape(), &sizes, size_of::<Self>())?;
        let (&n, others) = sizes.split_last().expect("an axis at least");
        let (&axis, axes) = call.axes.split_last().expect("an axis at least");
        let before = (!axes.is_empty()).then(|| {
            let call = Call { axes, ..call };
            call.complex(x, others)
        });
        let (m, scale) = (n / 2 + 1, call.norm.scale(n, call.inverse));
        Ok(transformed(before.as_deref().unwrap_or(x), axis, m, n, |x, stride| {
            if call.conjugate {
                let x: Vec<_> = x.iter().map(Complex::conj).collect();
                return F::to_real(&x, Along { n, inner: stride }, scale);
            }
            F::to_real(x, Along { n, inner: stride }, scale)
        }))
    }
}

/// A transform: its name, the axes in order, their sizes if they are given, and what becomes of the numbers.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Call<'a> {
    operation: &'static str,
    axes: &'a [usize],
    len: Option<&'a [usize]>,
    norm: FourierNorm,
    inverse: bool,
    conjugate: bool,
}

impl<'a> Call<'a> {
    fn new(operation: &'static str, axes: &'a [usize], inverse: bool) -> Self {
        let (len, norm, conjugate) = (None, FourierNorm::Backward, false);
        Call { operation, axes, len, norm, inverse, conjugate }
    }

    fn with_len(self, len: &'a [usize]) -> Self {
        Call { len: Some(len), ..self }
    }

    fn with_norm(self, norm: FourierNorm) -> Self {
        Call { norm, ..self }
    }

    /// The numbers of elements of the lanes along each axis, of which none is zero. Of the last axis, `last`
    /// tells it by the size.
    fn sizes<const R: usize>(
        &self,
        shape: [usize; R],
        last: impl Fn(usize) -> usize,
    ) -> Result<Vec<usize>, ShapeError> {
        let mut sizes: Vec<usize> = self.axes.iter().map(|&axis| shape[axis]).collect();
        let error = |kind| Err(ShapeError::new(self.operation, &[&shape], kind));
        if let Some(&axis) = self.axes.iter().find(|&&axis| shape[axis] == 0) {
            return error(ErrorKind::Empty { axis });
        }
        if let Some(len) = self.len {
            sizes.copy_from_slice(len);
        } else if let Some(size) = sizes.last_mut() {
            *size = last(*size);
        }
        match sizes.iter().find(|&&size| size == 0) {
            None => Ok(sizes),
            Some(size) => {
                let (name, value) = ("the length", size.to_string());
                error(ErrorKind::Argument { name, value, expected: "at least 1" })
            }
        }
    }

    /// Checks that memory can address the result, and all that is made on the way.
    fn result<const R: usize>(
        &self,
        shape: [usize; R],
        sizes: &[usize],
        bytes: usize,
    ) -> Result<(), ShapeError> {
        let mut largest = shape;
        for (&axis, &size) in self.axes.iter().zip(sizes) {
            largest[axis] = size.max(size / 2 + 1);
        }
        Layout::new_in(self.operation, largest, Order::RowMajor, bytes)?;
        let mut product = shape;
        for (&axis, &size) in self.axes.iter().zip(sizes) {
            product[axis] = size.max(shape[axis]);
        }
        Layout::new_in(self.operation, product, Order::RowMajor, bytes).map(|_| ())
    }

    /// Transforms complex elements along the axes, the last one first.
    fn complex<F: FourierReal, const R: usize>(
        &self,
        x: &TensorRef<Complex<F>, R>,
        sizes: &[usize],
    ) -> Tensor<Complex<F>, R> {
        let mut done: Option<Tensor<Complex<F>, R>> = None;
        for (&axis, &n) in self.axes.iter().zip(sizes).rev() {
            let x = done.as_deref().unwrap_or(x);
            let scale = self.norm.scale(n, self.inverse);
            done = Some(transformed(x, axis, n, n, |x, stride| {
                F::complex(x, Along { n, inner: stride }, self.inverse, scale)
            }));
        }
        done.unwrap_or_else(|| x.to_contiguous())
    }

    /// Transforms real elements along the last of the axes, then complex ones along the others.
    fn real<F: FourierReal, const R: usize>(
        &self,
        x: &TensorRef<F, R>,
    ) -> Result<Tensor<Complex<F>, R>, ShapeError> {
        let sizes = self.sizes(x.shape(), |size| size)?;
        self.result(x.shape(), &sizes, size_of::<Complex<F>>())?;
        let (&n, others) = sizes.split_last().expect("an axis at least");
        let (&axis, axes) = self.axes.split_last().expect("an axis at least");
        let scale = self.norm.scale(n, self.inverse);
        let first = transformed(x, axis, n, n / 2 + 1, |x, stride| {
            let mut spectrum = F::from_real(x, Along { n, inner: stride }, scale);
            if self.conjugate {
                spectrum.iter_mut().for_each(|x| *x = x.conj());
            }
            spectrum
        });
        let call = Call { axes, ..*self };
        Ok(if axes.is_empty() { first } else { call.complex(&first, others) })
    }
}

/// Runs a transform of complex elements to complex ones.
fn complex<T: FourierComplex, const R: usize>(
    x: &TensorRef<T, R>,
    call: Call<'_>,
) -> Result<Tensor<T, R>, ShapeError> {
    T::transformed(x, call, Seal)
}

/// Runs a transform of half a spectrum to real elements.
fn to_real<T: FourierComplex, const R: usize>(
    x: &TensorRef<T, R>,
    call: Call<'_>,
) -> Result<Tensor<T::Real, R>, ShapeError> {
    T::to_real(x, call, Seal)
}

/// The same of the conjugate half.
fn conjugate_to_real<T: FourierComplex, const R: usize>(
    x: &TensorRef<T, R>,
    call: Call<'_>,
) -> Result<Tensor<T::Real, R>, ShapeError> {
    T::to_real(x, Call { conjugate: true, ..call }, Seal)
}

/// Runs a transform of real elements to half a spectrum.
fn from_real<T: FourierReal, const R: usize>(
    x: &TensorRef<T, R>,
    call: Call<'_>,
) -> Result<Tensor<Complex<T>, R>, ShapeError> {
    call.real(x)
}

/// The same to the conjugate half.
fn conjugate_from_real<T: FourierReal, const R: usize>(
    x: &TensorRef<T, R>,
    call: Call<'_>,
) -> Result<Tensor<Complex<T>, R>, ShapeError> {
    Call { conjugate: true, ..call }.real(x)
}

/// Calls `f` with the elements in row-major order, cut off or padded with zeros to `n` along an axis, and with
/// the stride of the axis; the result has `m` elements along it.
fn transformed<A: Clone + Zero, B, const R: usize>(
    x: &TensorRef<A, R>,
    axis: usize,
    n: usize,
    m: usize,
    f: impl FnOnce(&[A], usize) -> Vec<B>,
) -> Tensor<B, R> {
    let mut shape = x.shape();
    let (size, stride) = (shape[axis], shape[axis + 1..].iter().product());
    shape[axis] = m;
    let layout = Layout::row_major(shape).expect("checked before");
    if layout.is_empty() || x.is_empty() {
        return Tensor::owned(Vec::new(), layout);
    }
    let part = x.layout().narrow(axis, 0, n.min(size)).expect("not longer than the axis");
    let part = x.with_layout(part);
    let elements = part.as_slice().map_or_else(|| Cow::Owned(part.to_vec()), Cow::Borrowed);
    let elements = match size < n {
        true => f(&padded(&elements, size, n, stride), stride),
        false => f(&elements, stride),
    };
    Tensor::owned(elements, layout)
}

/// The axes of an n-dimensional transform of a tensor of rank `R`: a list of one or more (`axes![0, 1]`), or
/// [`All`](crate::All).
///
/// The order of the list matters for `rfftn` and `irfftn`: the last listed axis is the one that is halved.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of one or more axes of a rank-{R} tensor",
    label = "expected a list such as `axes![0, 1]`, or `All`",
    note = "along one axis there are `fft`, `ifft`, `rfft` and `irfft`",
    note = "a function over any rank `R` asks for it, as in `where All: FourierAxes<R>`"
)]
pub trait FourierAxes<const R: usize> {
    /// The number of axes, as a rank.
    type Count;

    #[doc(hidden)]
    fn indices(_: Seal) -> Vec<usize>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const P: usize> FourierAxes<R> for All
where
    Rank<R>: Minus<Rank<1>, Output = Rank<P>>,
{
    type Count = Rank<R>;

    fn indices(_: Seal) -> Vec<usize> {
        (0..R).collect()
    }
}

// Recommended: of a list, rustc then says which axis is wrong.
impl<L, const R: usize, const K: usize, const P: usize> FourierAxes<R> for L
where
    L: AxisList<R, Count = Rank<K>>,
    Rank<K>: Minus<Rank<1>, Output = Rank<P>>,
{
    type Count = Rank<K>;

    fn indices(_: Seal) -> Vec<usize> {
        L::INDICES.to_vec()
    }
}
