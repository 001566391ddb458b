//! Transforms over several axes.

use super::{
    Call, FourierAxes, FourierComplex, FourierNorm, FourierReal, complex, from_real, to_real,
};
use crate::error::{ShapeError, raise};
use crate::rank::Rank;
use crate::rank::seal::Seal;
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
        pub fn $name<A, const K: usize>(&self, axes: A) -> Tensor<$Out, R>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            raise(self.$twin(axes))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A, const K: usize>(&self, _axes: A) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            let axes = &A::indices(Seal);
            let call = Call::new(stringify!($name), axes, $inverse);
            $run(self, call)
        }
    };
    (@one $(#[$doc:meta])* $name:ident $twin:ident $Element:ident $Out:ty, $run:ident $inverse:literal, len) => {
        $(#[$doc])*
        #[must_use = "the operation leaves the tensor as it is and returns the result"]
        #[track_caller]
        pub fn $name<A, const K: usize>(&self, axes: A, len: [usize; K]) -> Tensor<$Out, R>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            raise(self.$twin(axes, len))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A, const K: usize>(&self, _axes: A, len: [usize; K]) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            let axes = &A::indices(Seal);
            let call = Call::new(stringify!($name), axes, $inverse).with_len(&len);
            $run(self, call)
        }
    };
    (@one $(#[$doc:meta])* $name:ident $twin:ident $Element:ident $Out:ty, $run:ident $inverse:literal, norm) => {
        $(#[$doc])*
        #[must_use = "the operation leaves the tensor as it is and returns the result"]
        #[track_caller]
        pub fn $name<A, const K: usize>(&self, axes: A, norm: FourierNorm) -> Tensor<$Out, R>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            raise(self.$twin(axes, norm))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        pub fn $twin<A, const K: usize>(&self, _axes: A, norm: FourierNorm) -> Result<Tensor<$Out, R>, ShapeError>
        where
            A: FourierAxes<R, Count = Rank<K>>,
            T: $Element,
        {
            let axes = &A::indices(Seal);
            let call = Call::new(stringify!($name), axes, $inverse).with_norm(norm);
            $run(self, call)
        }
    };
}

transforms! {
    /// Returns the discrete Fourier transform of the complex elements over several axes.
    ///
    /// `(axes![0, 2]): [a, b, c] -> [a, b, c]`
    ///
    /// The transform along each of the axes, one after the other; other axes are batches.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 0.0], [0.0, 0.0]].map(|&x| Complex::from(x));
    /// assert_eq!(x.fftn(All).re(), tensor![[1.0, 1.0], [1.0, 1.0]]);
    /// assert_eq!(x.fftn(axes![0, 1]), x.fft(Axis::<0>).fft(Axis::<1>));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].rfft(Last).fftn(axes![0, 1]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If one of the axes is empty: `fftn: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `fft.fftn`, `fft.fft2`; torch: `fft.fftn`.
    #[doc(alias = "fft2")]
    fftn or try_fftn = FourierComplex => T, complex false;
    /// Form of [`fftn`](TensorRef::fftn) with lengths: one for each axis, in the order of the list.
    ///
    /// `(axes![0, 2], [m, n]): [a, b, c] -> [m, b, n]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 0.0], [0.0, 0.0]].map(|&x| Complex::from(x));
    /// assert_eq!(x.fftn_with_len(axes![0, 1], [3, 4]).shape(), [3, 4]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `fftn_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`fftn`](TensorRef::fftn).
    ///
    /// numpy: `fftn(s=..)`.
    fftn_with_len or try_fftn_with_len = FourierComplex => T, complex false, len;
    /// Form of [`fftn`](TensorRef::fftn) with another [norm](crate::FourierNorm).
    ///
    /// `(axes![0, 2], norm): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[2.0, 0.0], [0.0, 0.0]].map(|&x| Complex::from(x));
    /// let y = x.fftn_with_norm(All, FourierNorm::Forward);
    /// assert_eq!(y.re(), tensor![[0.5, 0.5], [0.5, 0.5]]);
    /// ```
    ///
    /// # Panics
    /// As [`fftn`](TensorRef::fftn).
    ///
    /// numpy: `fftn(norm=..)`.
    fftn_with_norm or try_fftn_with_norm = FourierComplex => T, complex false, norm;

    /// Returns the inverse of [`fftn`](TensorRef::fftn) over several axes.
    ///
    /// `(axes![0, 2]): [a, b, c] -> [a, b, c]`
    ///
    /// The inverse along each of the axes, one after the other; other axes are batches.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]].map(|&x| Complex::from(x));
    /// assert_eq!(x.fftn(All).ifftn(All), x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].rfft(Last).ifftn(axes![0, 1]); // no axis 1 in rank 1
    /// ```
    ///
    /// # Panics
    /// If one of the axes is empty: `ifftn: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `fft.ifftn`, `fft.ifft2`; torch: `fft.ifftn`.
    #[doc(alias = "ifft2")]
    ifftn or try_ifftn = FourierComplex => T, complex true;
    /// Form of [`ifftn`](TensorRef::ifftn) with lengths: one for each axis, in the order of the list.
    ///
    /// `(axes![0, 2], [m, n]): [a, b, c] -> [m, b, n]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[4.0, 0.0], [0.0, 0.0]].map(|&x| Complex::from(x));
    /// assert_eq!(x.ifftn_with_len(All, [1, 2]).re(), tensor![[2.0, 2.0]]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `ifftn_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`ifftn`](TensorRef::ifftn).
    ///
    /// numpy: `ifftn(s=..)`.
    ifftn_with_len or try_ifftn_with_len = FourierComplex => T, complex true, len;
    /// Form of [`ifftn`](TensorRef::ifftn) with another [norm](crate::FourierNorm).
    ///
    /// `(axes![0, 2], norm): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[4.0, 0.0], [0.0, 0.0]].map(|&x| Complex::from(x));
    /// let y = x.ifftn_with_norm(All, FourierNorm::Ortho);
    /// assert!(y.re().all_close(2.0, 1e-12, 0.0));
    /// ```
    ///
    /// # Panics
    /// As [`ifftn`](TensorRef::ifftn).
    ///
    /// numpy: `ifftn(norm=..)`.
    ifftn_with_norm or try_ifftn_with_norm = FourierComplex => T, complex true, norm;

    /// Returns the discrete Fourier transform of the real elements over several axes, with half of the last listed axis.
    ///
    /// `(axes![0, 1]): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// [`rfft`](TensorRef::rfft) along the last listed axis, then [`fft`](TensorRef::fft) along the others.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::<f64, 2>::ones([4, 6]);
    /// assert_eq!(image.rfftn(All).shape(), [4, 4]);
    /// assert_eq!(image.rfftn(axes![1, 0]).shape(), [3, 6]); // axis 0 is listed last
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].rfftn(axes![]); // `()` is not a list of one or more axes
    /// ```
    ///
    /// # Panics
    /// If one of the axes is empty: `rfftn: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `fft.rfftn`, `fft.rfft2`; torch: `fft.rfftn`.
    #[doc(alias = "rfft2")]
    rfftn or try_rfftn = FourierReal => Complex<T>, from_real false;
    /// Form of [`rfftn`](TensorRef::rfftn) with lengths: one for each axis, in the order of the list.
    ///
    /// `(axes![0, 1], [m, n]): [a, b, c] -> [m, n / 2 + 1, c]`
    ///
    /// The input is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::<f64, 2>::ones([4, 6]);
    /// assert_eq!(image.rfftn_with_len(All, [8, 8]).shape(), [8, 5]);
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `rfftn_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`rfftn`](TensorRef::rfftn).
    ///
    /// numpy: `rfftn(s=..)`.
    rfftn_with_len or try_rfftn_with_len = FourierReal => Complex<T>, from_real false, len;
    /// Form of [`rfftn`](TensorRef::rfftn) with another [norm](crate::FourierNorm).
    ///
    /// `(axes![0, 1], norm): [a, b, c] -> [a, b / 2 + 1, c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::<f64, 2>::ones([4, 8]);
    /// assert_eq!(image.rfftn_with_norm(All, FourierNorm::Forward)[[0, 0]].re, 1.0);
    /// ```
    ///
    /// # Panics
    /// As [`rfftn`](TensorRef::rfftn).
    ///
    /// numpy: `rfftn(norm=..)`.
    rfftn_with_norm or try_rfftn_with_norm = FourierReal => Complex<T>, from_real false, norm;

    /// Returns the real elements of which [`rfftn`](TensorRef::rfftn) makes this half of a spectrum.
    ///
    /// `(axes![0, 1]): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// An odd size is told by [`irfftn_with_len`](TensorRef::irfftn_with_len).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::from_fn([3, 4], |[i, j]| (i * j) as f64);
    /// assert!(image.rfftn(All).irfftn(All).all_close(&image, 1e-12, 1e-12));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 0.0].rfft(Last).irfftn(axes![0, 1]); // no axis 1 in rank 1
    /// ```
    ///
    /// # Panics
    /// If one of the axes is empty: `irfftn: [2, 0]: axis 1 is empty`. If it has size 1, so that there is no
    /// length: `irfftn: [2, 1]: the length is 0, expected at least 1`.
    ///
    /// numpy: `fft.irfftn`, `fft.irfft2`; torch: `fft.irfftn`.
    #[doc(alias = "irfft2")]
    irfftn or try_irfftn = FourierComplex => T::Real, to_real true;
    /// Form of [`irfftn`](TensorRef::irfftn) with lengths: one for each axis, in the order of the list.
    ///
    /// `(axes![0, 1], [m, n]): [a, b, c] -> [m, n, c]`
    ///
    /// The result has the length. The spectrum is cut off at the end, or zeros are put behind it.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::from_fn([4, 3], |[i, j]| (i * j) as f64);
    /// let again = image.rfftn(All).irfftn_with_len(All, image.shape());
    /// assert!(again.all_close(&image, 1e-12, 1e-12));
    /// ```
    ///
    /// # Panics
    /// If a length is 0: `irfftn_with_len: [2, 3]: the length is 0, expected at least 1`; as
    /// [`irfftn`](TensorRef::irfftn).
    ///
    /// numpy: `irfftn(s=..)`.
    irfftn_with_len or try_irfftn_with_len = FourierComplex => T::Real, to_real true, len;
    /// Form of [`irfftn`](TensorRef::irfftn) with another [norm](crate::FourierNorm).
    ///
    /// `(axes![0, 1], norm): [a, b, c] -> [a, 2 (b - 1), c]`
    ///
    /// ```
    /// use holor::FourierNorm;
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::<f64, 2>::ones([4, 4]);
    /// assert_eq!(image.rfftn(All).irfftn_with_norm(All, FourierNorm::Forward), 16.0 * image);
    /// ```
    ///
    /// # Panics
    /// As [`irfftn`](TensorRef::irfftn).
    ///
    /// numpy: `irfftn(norm=..)`.
    irfftn_with_norm or try_irfftn_with_norm = FourierComplex => T::Real, to_real true, norm;
}
