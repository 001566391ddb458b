//! Evenly spaced numbers: `arange` and `linspace`.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::uninit::with_capacity;
use crate::layout::{Layout, Order};
use crate::tensor::Tensor;
use num_traits::float::FloatCore;
use num_traits::{Num, NumCast, ToPrimitive};

impl<T> Tensor<T, 1> {
    /// Returns evenly spaced values in the half-open interval `start..end`.
    ///
    /// `-> [n]` with `n = ceil((end - start) / step)`. There are no values if `step` leads away
    /// from `end`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::arange(0, 10, 3), tensor![0, 3, 6, 9]);
    /// assert_eq!(Tensor::arange(5, 0, -2), tensor![5, 3, 1]);
    /// assert_eq!(Tensor::arange(0.0, 1.0, 0.25), tensor![0.0, 0.25, 0.5, 0.75]);
    /// ```
    ///
    /// The result is a vector:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m: Tensor<i32, 2> = Tensor::arange(0, 10, 3); // expected `2`, found `1`
    /// ```
    ///
    /// Integers are exact up to the limits of their type. Floats are `start + i * step`; both `n`
    /// and the values are rounded, so that the last value can be `end`. To choose the number of
    /// values instead, use [`linspace`](Tensor::linspace).
    ///
    /// # Panics
    /// - If `step` is zero: `arange: the step on axis 0 is zero`.
    /// - If one of the three, or `n` of infinite values, is NaN:
    ///   `arange: a bound or the step is not a number`.
    /// - If there are more values than memory can address:
    ///   `arange: more elements than memory can address`.
    ///
    /// numpy and torch: `arange`; ndarray: `range`.
    #[doc(alias = "range")]
    #[track_caller]
    pub fn arange(start: T, end: T, step: T) -> Self
    where
        T: Clone + Num + NumCast + PartialOrd,
    {
        raise(Self::try_arange(start, end, step))
    }

    /// Fallible form of [`arange`](Tensor::arange).
    pub fn try_arange(start: T, end: T, step: T) -> Result<Self, ShapeError>
    where
        T: Clone + Num + NumCast + PartialOrd,
    {
        let fail = |kind| ShapeError::new("arange", &[], kind);
        if step.is_zero() {
            return Err(fail(ErrorKind::ZeroStep { axis: 0 }));
        }
        // 1 / 2 is zero for integers only.
        let is_integer = (T::one() / (T::one() + T::one())).is_zero();
        let len = match is_integer {
            true => count_of_integers(&start, &end, &step),
            false => count_of_floats(&start, &end, &step).map_err(fail)?,
        };
        let len = len.ok_or_else(|| fail(ErrorKind::TooLarge))?;
        let layout = Layout::new_in("arange", [len], Order::RowMajor, size_of::<T>())?;
        let mut elements = with_capacity(len);
        if !is_integer && size_of::<T>() < size_of::<f32>() {
            // Half floats hold no integers of more than some digits.
            let number = |x: &T| x.to_f64().unwrap_or(f64::NAN);
            let (start, step) = (number(&start), number(&step));
            let value =
                |i| T::from(start + i as f64 * step).ok_or_else(|| fail(ErrorKind::NotANumber));
            for i in 0..len {
                elements.push(value(i)?);
            }
        } else if !is_integer {
            let number = small_integers::<T>(len);
            elements.extend((0..len).map(|i| start.clone() + number(i) * step.clone()));
        } else if len > 0 {
            // The value after the last one is not computed: it might overflow.
            elements.push(start.clone());
            let mut last = start;
            elements.extend((1..len).map(|_| {
                last = last.clone() + step.clone();
                last.clone()
            }));
        }
        Ok(Tensor::owned(elements, layout))
    }

    /// Returns `n` evenly spaced values from `start` to `end`, both included.
    ///
    /// `-> [n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::linspace(0.0, 1.0, 5), tensor![0.0, 0.25, 0.5, 0.75, 1.0]);
    /// assert_eq!(Tensor::linspace(2.0, 3.0, 1), tensor![2.0]);
    /// ```
    ///
    /// The last value is exactly `end`. If `n` is 1, the only value is `start`.
    ///
    /// The result is a vector:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m: Tensor<f64, 2> = Tensor::linspace(0.0, 1.0, 5); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// If there are more values than memory can address:
    /// `linspace: [2305843009213693952]: more elements than memory can address`.
    ///
    /// [`linspace_with_endpoint`](Tensor::linspace_with_endpoint) can leave `end` out.
    ///
    /// numpy, torch and ndarray: `linspace`.
    #[track_caller]
    pub fn linspace(start: T, end: T, n: usize) -> Self
    where
        T: FloatCore,
    {
        raise(Self::try_linspace(start, end, n))
    }

    /// Fallible form of [`linspace`](Tensor::linspace).
    pub fn try_linspace(start: T, end: T, n: usize) -> Result<Self, ShapeError>
    where
        T: FloatCore,
    {
        spaced("linspace", start, end, n, true)
    }

    /// Returns `n` evenly spaced values from `start` to `end`, with or without `end`.
    ///
    /// `-> [n]`
    ///
    /// If `endpoint` is `false`, the values are the starts of `n` equal parts of the interval.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let periodic = Tensor::linspace_with_endpoint(0.0, 1.0, 4, false);
    /// assert_eq!(periodic, tensor![0.0, 0.25, 0.5, 0.75]);
    /// ```
    ///
    /// The result is a vector:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// // expected `2`, found `1`
    /// let m: Tensor<f64, 2> = Tensor::linspace_with_endpoint(0.0, 1.0, 4, false);
    /// ```
    ///
    /// # Panics
    /// If there are more values than memory can address:
    /// `linspace_with_endpoint: [2305843009213693952]: more elements than memory can address`.
    ///
    /// numpy: `linspace(endpoint=..)`.
    #[track_caller]
    pub fn linspace_with_endpoint(start: T, end: T, n: usize, endpoint: bool) -> Self
    where
        T: FloatCore,
    {
        raise(Self::try_linspace_with_endpoint(start, end, n, endpoint))
    }

    /// Fallible form of [`linspace_with_endpoint`](Tensor::linspace_with_endpoint).
    pub fn try_linspace_with_endpoint(
        start: T,
        end: T,
        n: usize,
        endpoint: bool,
    ) -> Result<Self, ShapeError>
    where
        T: FloatCore,
    {
        spaced("linspace_with_endpoint", start, end, n, endpoint)
    }
}

fn spaced<T: FloatCore>(
    operation: &'static str,
    start: T,
    end: T,
    n: usize,
    endpoint: bool,
) -> Result<Tensor<T, 1>, ShapeError> {
    let layout = Layout::new_in(operation, [n], Order::RowMajor, size_of::<T>())?;
    if size_of::<T>() < size_of::<f32>() {
        // Half floats hold no integers of more than some digits. A result is rounded once.
        let wide = |x: T| x.to_f32().unwrap_or(f32::NAN);
        let numbers = spaced(operation, wide(start), wide(end), n, endpoint)?.into_vec();
        let narrow = |x| T::from(x).unwrap_or_else(T::nan);
        return Ok(Tensor::owned(numbers.into_iter().map(narrow).collect(), layout));
    }
    let number = small_integers::<T>(n);
    let steps = number(if endpoint { n.saturating_sub(1) } else { n });
    let whole = end - start;
    let mut elements = with_capacity(n);
    if whole.is_infinite() {
        // `end - start` overflowed: a weighted mean does not.
        let mean = |i| start / steps * (steps - number(i)) + end / steps * number(i);
        elements.extend((0..n).map(mean));
    } else {
        elements.extend((0..n).map(|i| start + whole / steps * number(i)));
    }
    if let Some(first) = elements.first_mut() {
        *first = start;
    }
    if endpoint && n > 1 {
        elements[n - 1] = end;
    }
    Ok(Tensor::owned(elements, layout))
}

/// Converts integers up to a largest one; those of 32 bits, which SSE2 converts by vectors, where this is one.
fn small_integers<T: NumCast>(most: usize) -> impl Fn(usize) -> T {
    let is_short = i32::try_from(most).is_ok();
    move |i| {
        let number = if is_short { T::from(i as i32) } else { T::from(i) };
        number.expect("a float holds any integer, rounded")
    }
}

/// `ceil((end - start) / step)` in integers of twice the range; `None` if it is too large.
fn count_of_integers<T: ToPrimitive + PartialOrd + num_traits::Zero>(
    start: &T,
    end: &T,
    step: &T,
) -> Option<usize> {
    let ahead = if *step > T::zero() { start < end } else { start > end };
    if !ahead {
        return Some(0);
    }
    let (distance, step) = match (start.to_i128(), end.to_i128(), step.to_i128()) {
        (Some(start), Some(end), Some(step)) => (start.abs_diff(end), step.unsigned_abs()),
        // Only a `u128` can be larger than the largest `i128`.
        _ => (start.to_u128()?.abs_diff(end.to_u128()?), step.to_u128()?),
    };
    usize::try_from(distance.div_ceil(step)).ok()
}

/// `ceil((end - start) / step)` in `f64`; `None` if it is too large.
fn count_of_floats<T: ToPrimitive>(
    start: &T,
    end: &T,
    step: &T,
) -> Result<Option<usize>, ErrorKind> {
    let number = |x: &T| x.to_f64().filter(|x| !x.is_nan()).ok_or(ErrorKind::NotANumber);
    let count = (number(end)? - number(start)?) / number(step)?;
    if count.is_nan() {
        return Err(ErrorKind::NotANumber);
    }
    if count <= 0.0 {
        return Ok(Some(0));
    }
    // No vector is as long as this.
    if count >= (1_u64 << 62) as f64 {
        return Ok(None);
    }
    let whole = count as u64;
    let count = whole + ((whole as f64) < count) as u64;
    Ok(usize::try_from(count).ok())
}
