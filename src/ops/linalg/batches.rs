//! Products over batches of vectors and matrices: what `vecdot`, `matvec` and `vecmat` share.

use super::contract::{AxisSizes, Indexed, MAX_AXES, OperandStrides, multiply};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::{Layout, Order, common_shape};
use crate::ops::complex::Conjugate;
use crate::rank::{AxisOf, BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef};
use core::ops::Mul;
use num_traits::Zero;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the dot products of the vectors along an axis, of which the left ones are conjugated.
    ///
    /// `(Axis::<1>): [a, k, b] x [a, k, b] -> [a, b]`, `(Last): [a, b, k] x [k] -> [a, b]`
    ///
    /// The axis is summed over in both operands. The others are batches, which broadcast.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(a.vecdot(Last, &a), tensor![14, 77]);
    /// assert_eq!(a.vecdot(Last, &tensor![1, 0, 1]), tensor![4, 10]);
    /// assert_eq!(a.vecdot(Axis::<0>, &tensor![1, -1]), tensor![-3, -3, -3]);
    ///
    /// let z = tensor![Complex::new(3.0, 4.0)];
    /// assert_eq!(z.vecdot(Last, &z).item(), Complex::new(25.0, 0.0));
    /// ```
    ///
    /// The axis exists in both ranks:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1, 2], [3, 4]];
    /// a.vecdot(Axis::<1>, &tensor![1, 2]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// Floats are added pairwise, as in [`dot`](TensorRef::dot), which does not conjugate. Without conjugation,
    /// use [`einsum!`](crate::einsum!).
    ///
    /// # Panics
    /// If the sizes of the axis differ, `vecdot: [2, 3] x [2, 4]: inner dimensions differ (3 and 4)`, or the
    /// other axes do not broadcast, `vecdot: [2] and [5]: sizes 2 and 5 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `vecdot`; torch: `linalg.vecdot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn vecdot<A, const B: usize, const P: usize, const Q: usize, const O: usize>(
        &self,
        axis: A,
        other: &TensorRef<T, B>,
    ) -> Tensor<T, O>
    where
        A: AxisOf<R, Removed = Rank<P>> + AxisOf<B, Removed = Rank<Q>>,
        Rank<P>: BroadcastWith<Rank<Q>, Output = Rank<O>>,
        T: Conjugate + Zero + Mul<Output = T>,
    {
        raise(self.try_vecdot(axis, other))
    }

    /// Fallible form of [`vecdot`](TensorRef::vecdot).
    pub fn try_vecdot<A, const B: usize, const P: usize, const Q: usize, const O: usize>(
        &self,
        _axis: A,
        other: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        A: AxisOf<R, Removed = Rank<P>> + AxisOf<B, Removed = Rank<Q>>,
        Rank<P>: BroadcastWith<Rank<Q>, Output = Rank<O>>,
        T: Conjugate + Zero + Mul<Output = T>,
    {
        let axes = [<A as AxisOf<R>>::INDEX, <A as AxisOf<B>>::INDEX];
        let batches: [usize; O] = common_shape(
            "vecdot",
            &without::<R, P>(self.shape(), axes[0]),
            &without::<B, Q>(other.shape(), axes[1]),
        )?;
        // The batches are numbered from the end.
        let number = |rank: usize, summed: usize, axis: usize| match axis {
            _ if axis == summed => O,
            _ => O - (rank - 1) + axis - usize::from(axis > summed),
        };
        let left = core::array::from_fn(|axis| number(R, axes[0], axis));
        let right = core::array::from_fn(|axis| number(B, axes[1], axis));
        if T::IS_REAL {
            return contracted("vecdot", self, other, left, right, batches);
        }
        contracted("vecdot", &self.map(T::conjugate), other, left, right, batches)
    }
}

/// The sizes without those of an axis.
fn without<const R: usize, const P: usize>(shape: [usize; R], axis: usize) -> [usize; P] {
    core::array::from_fn(|i| shape[i + usize::from(i >= axis)])
}

/// Multiplies two operands, whose axes have the numbers of the axes of the result, or number `O`, over which it
/// sums. A batch of size 1 is repeated.
pub(super) fn contracted<T, const R: usize, const B: usize, const O: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    b: &TensorRef<T, B>,
    left: [usize; R],
    right: [usize; B],
    shape: [usize; O],
) -> Result<Tensor<T, O>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let summed = |shape: &[usize], axes: &[usize]| {
        axes.iter().position(|&axis| axis == O).map_or(1, |axis| shape[axis])
    };
    let inner = [summed(&a.shape(), &left), summed(&b.shape(), &right)];
    if inner[0] != inner[1] {
        let kind = ErrorKind::InnerDimensions { left: inner[0], right: inner[1] };
        return Err(ShapeError::new(operation, &[&a.shape(), &b.shape()], kind));
    }
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let mut sizes: AxisSizes = [1; MAX_AXES];
    sizes[..O].copy_from_slice(&shape);
    sizes[O] = inner[0];
    if sizes.contains(&0) {
        let zeros = (0..layout.len()).map(|_| T::zero()).collect();
        return Ok(Tensor::owned(zeros, layout));
    }
    let (a_place, b_place) = (place(a.layout(), &left), place(b.layout(), &right));
    let result = OperandStrides::row_major(&sizes, (a_place.axes | b_place.axes) & ((1 << O) - 1));
    let a = Indexed { elements: a.span(), place: &a_place };
    let b = Indexed { elements: b.span(), place: &b_place };
    Ok(Tensor::owned(multiply(&sizes, a, b, &result), layout))
}

/// Where an operand lies along the numbered axes.
pub(super) fn place<const R: usize>(layout: &Layout<R>, numbers: &[usize; R]) -> OperandStrides {
    let mut place = OperandStrides { offset: layout.offset(), ..OperandStrides::SCALAR };
    for (axis, &number) in numbers.iter().enumerate() {
        if layout.shape()[axis] != 1 {
            place.axes |= 1 << number;
            place.strides[number] = layout.strides()[axis];
        }
    }
    place
}
