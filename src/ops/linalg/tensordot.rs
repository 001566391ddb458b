//! `tensordot`: two tensors, summed along pairs of axes.

use super::contract::{AxisSizes, Indexed, MAX_AXES, OperandStrides, multiply};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{AxisList, Minus, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::array::from_fn;
use core::ops::Mul;
use num_traits::Zero;

/// The right operand of [`tensordot`](TensorRef::tensordot): a tensor, owned or borrowed, whose
/// axes `A` are summed with the axes `L` of a rank-`R` tensor of `T`.
///
/// A generic function names it when it calls `tensordot` on tensors of any rank. The relation
/// stands on the argument, so the rank of the right operand needs no name:
///
/// ```
/// use holor::operand::TensordotRhs;
/// use holor::prelude::*;
///
/// /// `[.., k] x [k, n] -> [.., n]`
/// fn linear<W, const R: usize>(x: &TensorRef<f32, R>, w: W) -> Tensor<f32, R>
/// where
///     W: TensordotRhs<f32, R, (Last,), (Axis<0>,), Output = Rank<R>>,
/// {
///     x.tensordot(w, axes![Last], axes![0])
/// }
/// let x = Tensor::<f32, 3>::ones([5, 2, 3]);
/// assert_eq!(linear(&x, &Tensor::<f32, 2>::ones([3, 4])).shape(), [5, 2, 4]);
/// ```
///
/// Required by `tensordot` and `try_tensordot`. Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "tensordot: `{Self}` is not a tensor that a rank-{R} tensor of `{T}` can be multiplied with",
    label = "expected a tensor with elements of type `{T}`",
    note = "`.cast()` converts elements, `tensor![..]` makes a tensor of nested arrays"
)]
pub trait TensordotRhs<T, const R: usize, L, A> {
    /// The rank of the result: the number of axes of both operands that are not summed.
    type Output;

    #[doc(hidden)]
    fn summed_with<const O: usize>(
        &self,
        left: &TensorRef<T, R>,
        _: Seal,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero + Mul<Output = T>;
}

/// Relates two lists of axes of equal length, given by their lengths as ranks.
///
/// [`TensordotRhs`] requires it; a function over any rank does not name it.
#[diagnostic::on_unimplemented(
    message = "tensordot: the list of axes on the left has the length of `{Self}`, that on the right of `{B}`",
    label = "these lists of axes differ in length",
    note = "an axis on the left is summed with the one at the same place of the list on the right"
)]
pub trait AsManyAs<B> {}

// Two differences instead of an impl for equal ranks, as for `IsRankOne`: rustc would infer a rank that is
// not known yet from a single impl.
#[diagnostic::do_not_recommend]
impl<const A: usize, const B: usize> AsManyAs<Rank<B>> for Rank<A>
where
    Rank<A>: Minus<Rank<B>>,
    Rank<B>: Minus<Rank<A>>,
{
}

macro_rules! right_operands {
    ($($Rhs:ty)+) => { $(
        impl<
            T,
            L,
            A,
            const R: usize,
            const B: usize,
            const K: usize,
            const J: usize,
            const P: usize,
            const Q: usize,
            const N: usize,
        > TensordotRhs<T, R, L, A> for $Rhs
        where
            L: AxisList<R, Count = Rank<K>>,
            A: AxisList<B, Count = Rank<J>>,
            Rank<K>: AsManyAs<Rank<J>>,
            Rank<R>: Minus<Rank<K>, Output = Rank<P>>,
            Rank<B>: Minus<Rank<J>, Output = Rank<Q>>,
            Rank<P>: Plus<Rank<Q>, Output = Rank<N>>,
        {
            type Output = Rank<N>;

            fn summed_with<const O: usize>(
                &self,
                left: &TensorRef<T, R>,
                _: Seal,
            ) -> Result<Tensor<T, O>, ShapeError>
            where
                T: Clone + Zero + Mul<Output = T>,
            {
                contract(left, self, L::INDICES, A::INDICES)
            }
        }
    )+ };
}

right_operands! {
    &TensorRef<T, B>
    &Tensor<T, B>
    &TensorView<'_, T, B>
    &TensorViewMut<'_, T, B>
    TensorView<'_, T, B>
    Tensor<T, B>
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Multiplies two tensors and sums over pairs of their axes.
    ///
    /// `(axes![1, 2], axes![0, 1]): [a, m, n] x [m, n, b] -> [a, b]`
    ///
    /// The first list names axes of this tensor, the second the axes of `rhs` with which they are
    /// summed. The result has the other axes of this tensor, then the other axes of `rhs`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([3, 4, 5]);
    /// let b = Tensor::<f64, 3>::ones([4, 3, 2]);
    /// let c: Tensor<f64, 2> = a.tensordot(&b, axes![1, 0], axes![0, 1]); // [5, 2]
    /// assert_eq!((c.shape(), c[[0, 0]]), ([5, 2], 12.0));
    ///
    /// // No axes: the outer product. All axes: the sum of the products of all elements.
    /// assert_eq!(a.tensordot(&b, axes![], axes![]).shape(), [3, 4, 5, 4, 3, 2]);
    /// assert_eq!(a.tensordot(&a, axes![0, 1, 2], axes![0, 1, 2]).item(), 60.0);
    /// ```
    ///
    /// The lists have equal lengths:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([3, 4, 5]);
    /// a.tensordot(&a, axes![0, 1], axes![0]); // these lists of axes differ in length
    /// ```
    ///
    /// Every number type and any strides work; the products are computed as those of
    /// [`matmul`](TensorRef::matmul). The order of the factors is not specified: the multiplication
    /// of a number type of your own has to be commutative. A summed axis of size 0 gives zeros. An
    /// axis of size 1 is not broadcast. [`einsum!`](crate::einsum!) has names for axes.
    ///
    /// # Panics
    /// If paired axes have different sizes: `tensordot: [2, 3] and [4, 5]: axis 1 on the left has
    /// size 3, axis 0 on the right 4`.
    ///
    /// numpy: `tensordot(a, b, axes=([1, 0], [0, 1]))`; torch:
    /// `tensordot(a, b, dims=([1, 0], [0, 1]))`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn tensordot<M, L, A, const O: usize>(&self, rhs: M, left: L, right: A) -> Tensor<T, O>
    where
        M: TensordotRhs<T, R, L, A, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_tensordot(rhs, left, right))
    }

    /// Fallible form of [`tensordot`](TensorRef::tensordot).
    ///
    /// # Errors
    /// Where `tensordot` panics, and if the result is too large for memory.
    pub fn try_tensordot<M, L, A, const O: usize>(
        &self,
        rhs: M,
        _left: L,
        _right: A,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        M: TensordotRhs<T, R, L, A, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        rhs.summed_with(self, Seal)
    }
}

fn contract<T, const R: usize, const B: usize, const O: usize>(
    a: &TensorRef<T, R>,
    b: &TensorRef<T, B>,
    left: &[usize],
    right: &[usize],
) -> Result<Tensor<T, O>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let refuse = |kind| ShapeError::new("tensordot", &[&a.shape(), &b.shape()], kind);
    for (&left_axis, &right_axis) in left.iter().zip(right) {
        let (left, right) = (a.shape()[left_axis], b.shape()[right_axis]);
        if left != right {
            return Err(refuse(ErrorKind::PairedSizes { left_axis, left, right_axis, right }));
        }
    }
    // The axes of the result come first, then those summed.
    let mut sizes = [1; MAX_AXES];
    let mut next = 0;
    let a_place = place(a.layout(), left, O, &mut next, &mut sizes);
    let b_place = place(b.layout(), right, O, &mut next, &mut sizes);
    let shape: [usize; O] = from_fn(|axis| sizes[axis]);
    let layout = Layout::new_in("tensordot", shape, Order::RowMajor, size_of::<T>())
        .map_err(|_| refuse(ErrorKind::TooLarge))?;
    if sizes.contains(&0) {
        let zeros = (0..layout.len()).map(|_| T::zero()).collect();
        return Ok(Tensor::owned(zeros, layout));
    }
    let kept = (a_place.axes ^ b_place.axes) & ((1 << O) - 1);
    let result = OperandStrides::row_major(&sizes, kept);
    let a = Indexed { elements: a.span(), place: &a_place };
    let b = Indexed { elements: b.span(), place: &b_place };
    Ok(Tensor::owned(multiply(&sizes, a, b, &result), layout))
}

/// Returns the strides of an operand by the numbers of its axes; axes that are summed are numbered from
/// `first` on.
fn place<const R: usize>(
    layout: &Layout<R>,
    summed: &[usize],
    first: usize,
    next: &mut usize,
    sizes: &mut AxisSizes,
) -> OperandStrides {
    let mut place = OperandStrides { offset: layout.offset(), ..OperandStrides::SCALAR };
    for (axis, (size, stride)) in layout.shape().into_iter().zip(layout.strides()).enumerate() {
        let number = match summed.iter().position(|&other| other == axis) {
            Some(at) => first + at,
            None => *next,
        };
        *next += usize::from(number < first);
        sizes[number] = size;
        if size != 1 {
            place.axes |= 1 << number;
            place.strides[number] = stride;
        }
    }
    place
}
