//! Transforms along one axis.

use super::{
    Call, FourierComplex, FourierNorm, FourierReal, complex, conjugate_from_real,
    conjugate_to_real, from_real, to_real,
};
use crate::error::{ShapeError, raise};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use num_complex::Complex;

/// Each row is a method and its fallible form: the elements that it takes, those that it returns, what
/// is run, whether its factor is that of an inverse, and its option.
macro_rules! transforms {
    ($($(#[$doc:meta])* $name:ident or $twin:ident = $Element:ident => $Out:ty, $run:ident $inverse:literal $(, $option:ident)?;)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            transforms! { @one $(#[$doc])* $name $twin $Element $Out, $run $inverse $(, $option)? }
        )+ }
    };
    (@one $(#[$doc:meta])* $name:ident $twin:ident $Element:ident $Out:ty, $run:ident $inverse:literal) => {
        $(#[$doc])*
        #[must_use = "the operation leaves the tensor as it is and returns the result"]
        #[track_caller]
        pub fn $name<A>(&self, axis: A) -> Tensor<$Out, R>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            raise(self.$twin(axis))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A>(&self, _axis: A) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            let axes = &[A::INDEX];
            let call = Call::new(stringify!($name), axes, $inverse);
            $run(self, call)
        }
    };
    (@one $(#[$doc:meta])* $name:ident $twin:ident $Element:ident $Out:ty, $run:ident $inverse:literal, len) => {
        $(#[$doc])*
        #[must_use = "the operation leaves the tensor as it is and returns the result"]
        #[track_caller]
        pub fn $name<A>(&self, axis: A, len: usize) -> Tensor<$Out, R>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            raise(self.$twin(axis, len))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A>(&self, _axis: A, len: usize) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            let axes = &[A::INDEX];
            let len = [len];
            let call = Call::new(stringify!($name), axes, $inverse).with_len(&len);
            $run(self, call)
        }
    };
    (@one $(#[$doc:meta])* $name:ident $twin:ident $Element:ident $Out:ty, $run:ident $inverse:literal, norm) => {
        $(#[$doc])*
        #[must_use = "the operation leaves the tensor as it is and returns the result"]
        #[track_caller]
        pub fn $name<A>(&self, axis: A, norm: FourierNorm) -> Tensor<$Out, R>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            raise(self.$twin(axis, norm))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A>(&self, _axis: A, norm: FourierNorm) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: AxisOf<R>,
            T: $Element,
        {
            let axes = &[A::INDEX];
            let call = Call::new(stringify!($name), axes, $inverse).with_norm(norm);
            $run(self, call)
        }
    };
}

transforms! {
    /// Returns the discrete Fourier transform of the complex elements along an axis.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// `X[k] = sum of x[j] exp(-2 pi i j k / n)`, with all other axes as batches.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 0.0, 0.0, 0.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.fft(Last), tensor![1.0, 1.0, 1.0, 1.0].map(|&x| Complex::from(x)));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].map(|&x| Complex::from(x)).fft(Axis::<1>); // no axis 1 in rank 1
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `fft: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `fft.fft`; torch: `fft.fft`.
    fft or try_fft = FourierComplex => T, complex false;
    /// Form of [`fft`](TensorRef::fft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n, c]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.fft_with_len(Last, 3).re(), tensor![1.0, 1.0, 1.0]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `fft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`fft`](TensorRef::fft).
    ///
    /// numpy: `fft(n=..)`.
    fft_with_len or try_fft_with_len = FourierComplex => T, complex false, len;
    /// Form of [`fft`](TensorRef::fft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 1.0, 1.0, 1.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.fft_with_norm(Last, FourierNorm::Ortho).re(), tensor![2.0, 0.0, 0.0, 0.0]);
    /// ```
    ///
    /// # Panics
    /// As [`fft`](TensorRef::fft).
    ///
    /// numpy: `fft(norm=..)`.
    fft_with_norm or try_fft_with_norm = FourierComplex => T, complex false, norm;

    /// Returns the inverse of [`fft`](TensorRef::fft) along an axis.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// `x[j] = 1 / n sum of X[k] exp(2 pi i j k / n)`, with all other axes as batches.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![4.0, 0.0, 0.0, 0.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.ifft(Last).re(), tensor![1.0, 1.0, 1.0, 1.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].map(|&x| Complex::from(x)).ifft(Axis::<1>); // no axis 1 in rank 1
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `ifft: [2, 0]: axis 1 is empty`.
    ///
    /// numpy and torch: `fft.ifft`.
    ifft or try_ifft = FourierComplex => T, complex true;
    /// Form of [`ifft`](TensorRef::ifft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n, c]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![2.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.ifft_with_len(Last, 2).re(), tensor![1.0, 1.0]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `ifft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`ifft`](TensorRef::ifft).
    ///
    /// numpy: `ifft(n=..)`.
    ifft_with_len or try_ifft_with_len = FourierComplex => T, complex true, len;
    /// Form of [`ifft`](TensorRef::ifft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 0.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.ifft_with_norm(Last, FourierNorm::Forward).re(), tensor![1.0, 1.0]);
    /// ```
    ///
    /// # Panics
    /// As [`ifft`](TensorRef::ifft).
    ///
    /// numpy: `ifft(norm=..)`.
    ifft_with_norm or try_ifft_with_norm = FourierComplex => T, complex true, norm;

    /// Returns the first half of the discrete Fourier transform of the real elements along an axis; the other half is its
    /// conjugate, reversed.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// The input is real, the output is complex.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.rfft(Last).re(), tensor![10.0, -2.0, -2.0]);
    /// assert_eq!(x.rfft(Last).im(), tensor![0.0, 2.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].rfft(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `rfft: [2, 0]: axis 1 is empty`.
    ///
    /// numpy and torch: `fft.rfft`.
    rfft or try_rfft = FourierReal => Complex<T>, from_real false;
    /// Form of [`rfft`](TensorRef::rfft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n / 2 + 1, c]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, 2.0, 3.0, 4.0].rfft_with_len(Last, 2).re(), tensor![3.0, -1.0]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `rfft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`rfft`](TensorRef::rfft).
    ///
    /// numpy: `rfft(n=..)`.
    rfft_with_len or try_rfft_with_len = FourierReal => Complex<T>, from_real false, len;
    /// Form of [`rfft`](TensorRef::rfft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.rfft_with_norm(Last, FourierNorm::Forward).re(), tensor![2.5, -0.5, -0.5]);
    /// ```
    ///
    /// # Panics
    /// As [`rfft`](TensorRef::rfft).
    ///
    /// numpy: `rfft(norm=..)`.
    rfft_with_norm or try_rfft_with_norm = FourierReal => Complex<T>, from_real false, norm;

    /// Returns the real elements of which [`rfft`](TensorRef::rfft) makes this half of a spectrum.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// An odd number of elements is told by [`irfft_with_len`](TensorRef::irfft_with_len). The imaginary parts of the
    /// first number, and of the last one if the length is even, are taken as zero.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.rfft(Last).irfft(Last), x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].rfft(Last).irfft(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `irfft: [2, 0]: axis 1 is empty`. If it has size 1, so that there is no
    /// length: `irfft: [2, 1]: the length is 0, expected at least 1`.
    ///
    /// numpy and torch: `fft.irfft`.
    irfft or try_irfft = FourierComplex => T::Real, to_real true;
    /// Form of [`irfft`](TensorRef::irfft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n, c]`
    ///
    /// The result has the length. The spectrum is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 6.0];
    /// assert!(x.rfft(Last).irfft_with_len(Last, 3).all_close(&x, 1e-12, 0.0));
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `irfft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`irfft`](TensorRef::irfft).
    ///
    /// numpy: `irfft(n=..)`.
    irfft_with_len or try_irfft_with_len = FourierComplex => T::Real, to_real true, len;
    /// Form of [`irfft`](TensorRef::irfft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(x.rfft(Last).irfft_with_norm(Last, FourierNorm::Forward), 4.0 * x);
    /// ```
    ///
    /// # Panics
    /// As [`irfft`](TensorRef::irfft).
    ///
    /// numpy: `irfft(norm=..)`.
    irfft_with_norm or try_irfft_with_norm = FourierComplex => T::Real, to_real true, norm;

    /// Returns the discrete Fourier transform, which is real, of elements that are conjugate to their mirror image,
    /// given by their first half.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// An odd number of elements is told by [`hfft_with_len`](TensorRef::hfft_with_len).
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0].map(|&x| Complex::from(x)); // of 1, 2, 3, 2
    /// assert_eq!(x.hfft(Last), tensor![8.0, -2.0, 0.0, -2.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].rfft(Last).hfft(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `hfft: [2, 0]: axis 1 is empty`. If it has size 1, so that there is no
    /// length: `hfft: [2, 1]: the length is 0, expected at least 1`.
    ///
    /// numpy and torch: `fft.hfft`.
    hfft or try_hfft = FourierComplex => T::Real, conjugate_to_real false;
    /// Form of [`hfft`](TensorRef::hfft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n, c]`
    ///
    /// The result has the length. The spectrum is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0].map(|&x| Complex::from(x)); // of 1, 2, 2
    /// assert!(x.hfft_with_len(Last, 3).all_close(&tensor![5.0, -1.0, -1.0], 1e-12, 0.0));
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `hfft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`hfft`](TensorRef::hfft).
    ///
    /// numpy: `hfft(n=..)`.
    hfft_with_len or try_hfft_with_len = FourierComplex => T::Real, conjugate_to_real false, len;
    /// Form of [`hfft`](TensorRef::hfft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 3.0].map(|&x| Complex::from(x));
    /// assert_eq!(x.hfft_with_norm(Last, FourierNorm::Forward), tensor![2.0, -0.5, 0.0, -0.5]);
    /// ```
    ///
    /// # Panics
    /// As [`hfft`](TensorRef::hfft).
    ///
    /// numpy: `hfft(norm=..)`.
    hfft_with_norm or try_hfft_with_norm = FourierComplex => T::Real, conjugate_to_real false, norm;

    /// Returns the first half of the elements whose Fourier transform is real: the inverse of [`hfft`](TensorRef::hfft).
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// The input is real, the output is complex.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![8.0, -2.0, 0.0, -2.0].ihfft(Last).re(), tensor![1.0, 2.0, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].ihfft(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the axis is empty: `ihfft: [2, 0]: axis 1 is empty`.
    ///
    /// numpy and torch: `fft.ihfft`.
    ihfft or try_ihfft = FourierReal => Complex<T>, conjugate_from_real true;
    /// Form of [`ihfft`](TensorRef::ihfft) with a length.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, n / 2 + 1, c]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![8.0, -2.0].ihfft_with_len(Last, 1).re(), tensor![8.0]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `ihfft_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`ihfft`](TensorRef::ihfft).
    ///
    /// numpy: `ihfft(n=..)`.
    ihfft_with_len or try_ihfft_with_len = FourierReal => Complex<T>, conjugate_from_real true, len;
    /// Form of [`ihfft`](TensorRef::ihfft) with another [norm](crate::FourierNorm).
    ///
    /// `(Axis::<1>, norm): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![8.0, -2.0, 0.0, -2.0];
    /// assert_eq!(x.ihfft_with_norm(Last, FourierNorm::Forward).re(), tensor![4.0, 8.0, 12.0]);
    /// ```
    ///
    /// # Panics
    /// As [`ihfft`](TensorRef::ihfft).
    ///
    /// numpy: `ihfft(norm=..)`.
    ihfft_with_norm or try_ihfft_with_norm = FourierReal => Complex<T>, conjugate_from_real true, norm;
}
