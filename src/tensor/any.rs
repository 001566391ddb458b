//! [`AnyTensor`]: a tensor whose rank is a value, and `match_rank!`, which makes a type of it again.
//!
//! It is a tensor of the largest rank with axes of size 1 in front. So a rank is put on and taken off by
//! one function of layouts, no operation is compiled once for each rank, and a match instantiates only
//! the ranks that it names.

use super::any_axes::too_high;
use super::{Tensor, TensorRef, TensorView, TensorViewMut, show};
use crate::error::{ErrorKind, ShapeError};
use crate::kernels::equal::equal;
use crate::rank::{AnyRank, MAX_RANK, Rank};
use alloc::vec::Vec;
use core::any::type_name;
use core::fmt::{self, Debug, Display, Formatter};

/// An owned tensor whose rank is known only at run time: 0 to 12 ([`MAX_RANK`]).
///
/// It is the edge of the type system, for data from outside: files, and arrays of other languages. It
/// computes nothing. [`into_rank`](AnyTensor::into_rank) turns it into a [`Tensor`] of the rank that the
/// program expects, and [`match_rank!`](crate::match_rank!) chooses among several ranks. Neither copies
/// an element.
///
/// ```
/// use holor::prelude::*;
///
/// // The shape and the elements of a file.
/// let (shape, elements) = (vec![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// let any = AnyTensor::from_vec(elements, &shape)?;
/// assert_eq!((any.rank(), any.shape()), (2, &[2, 3][..]));
///
/// let m: Tensor<f64, 2> = any.into_rank()?;
/// assert_eq!(m.sum(Last), tensor![6.0, 15.0]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// [`From`] turns a [`Tensor`] into an `AnyTensor`, and copies the elements of a view:
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2], [3, 4]];
/// let parts = [AnyTensor::from(m.row(0)), AnyTensor::from(m)]; // of different ranks
/// assert_eq!(parts.map(|part| part.rank()), [1, 2]);
/// ```
///
/// A rank above 12 is refused:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// AnyTensor::from(Tensor::<f32, 13>::zeros([1; 13])); // has rank 12 at most, found `Rank<13>`
/// ```
///
/// A clone takes constant time and shares the buffer, with [copy on
/// write](Tensor#clone-and-copy-on-write). Two values are equal if their shapes and their elements are.
///
/// numpy: `ndarray`; torch: `Tensor`; ndarray: `ArrayD`.
#[doc(alias("ArrayD", "IxDyn"))]
pub struct AnyTensor<T> {
    /// The elements, with axes of size 1 in front of those that count.
    pub(super) elements: Tensor<T, MAX_RANK>,
    pub(super) rank: usize,
}

impl<T> AnyTensor<T> {
    /// Makes a tensor of a vector whose elements are in row-major order; copies no element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from_vec(vec![1, 2, 3, 4], &[2, 2])?;
    /// assert_eq!(any.into_rank::<2>()?, tensor![[1, 2], [3, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When the shape does not have as many elements as the vector:
    /// `from_vec: [2, 3]: the shape holds 6 elements, found 5`. When it has more than 12 sizes:
    /// `from_vec: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: rank is 13, expected at most 12`. The vector
    /// is then dropped.
    ///
    /// numpy: `array(..).reshape(..)`; torch: `tensor(..).view(..)`; ndarray: `from_shape_vec`.
    pub fn from_vec(elements: Vec<T>, shape: &[usize]) -> Result<Self, ShapeError> {
        let rank = shape.len();
        if rank > MAX_RANK {
            return Err(ShapeError::new("from_vec", &[shape], too_high(rank)));
        }
        let mut full = [1; MAX_RANK];
        full[MAX_RANK - rank..].copy_from_slice(shape);
        match Tensor::from_vec(elements, full) {
            Ok(elements) => Ok(AnyTensor { elements, rank }),
            Err(error) => Err(ShapeError::new("from_vec", &[shape], error.kind().clone())),
        }
    }

    /// Returns the rank: the number of axes.
    ///
    /// numpy: `ndim`; torch: `dim()`.
    #[inline]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the shape: the size of each axis.
    ///
    /// numpy and torch: `shape`.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        &self.elements.layout().shape_ref()[MAX_RANK - self.rank..]
    }

    /// Returns the number of elements: the product of the sizes, and 1 at rank 0.
    ///
    /// numpy: `size`; torch: `numel()`.
    #[inline]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there are no elements: the size of an axis is 0.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns whether the next write copies the elements first, as [`Tensor::is_shared`].
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![1, 2]);
    /// let clone = any.clone();
    /// assert!(any.is_shared() && clone.is_shared());
    /// ```
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.elements.is_shared()
    }

    /// Converts to a tensor of rank `R`, if that is the rank; copies no element.
    ///
    /// The rank is often inferred: `let m: Tensor<f32, 2> = any.into_rank()?`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
    /// assert_eq!(any.into_rank::<2>()?, tensor![[1, 2], [3, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// The tensor is dropped if its rank is another one. To keep it, ask for its
    /// [`rank`](AnyTensor::rank) first, convert a clone, which shares the buffer, or use
    /// [`match_rank!`](crate::match_rank!), whose last arm has it back.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// AnyTensor::from(tensor![1, 2]).into_rank::<13>(); // has rank 12 at most, found `Rank<13>`
    /// ```
    ///
    /// # Errors
    /// [`RankDiffers`](ErrorKind::RankDiffers) if the rank is not `R`:
    /// `into_rank: [2, 2]: expected rank 3, found rank 2`.
    ///
    /// ndarray: `into_dimensionality`.
    #[doc(alias = "into_dimensionality")]
    pub fn into_rank<const R: usize>(self) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: AnyRank,
    {
        self.has_rank("into_rank", R)?;
        let layout = self.elements.layout().with_rank();
        Ok(self.elements.into_layout(layout))
    }

    /// Borrows the elements as a view of rank `R`, if that is the rank.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
    /// assert_eq!(any.view_rank::<2>()?.row(1), tensor![3, 4]);
    /// assert!(any.view_rank::<3>().is_err());
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RankDiffers`](ErrorKind::RankDiffers) if the rank is not `R`:
    /// `view_rank: [2, 2]: expected rank 3, found rank 2`.
    pub fn view_rank<const R: usize>(&self) -> Result<TensorView<'_, T, R>, ShapeError>
    where
        Rank<R>: AnyRank,
    {
        self.has_rank("view_rank", R)?;
        Ok(self.elements.with_layout(self.elements.layout().with_rank()))
    }

    /// Borrows the elements for writing as a mutable view of rank `R`, if that is the rank.
    ///
    /// A tensor that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
    /// any.view_rank_mut::<2>()?.row(1).fill(0);
    /// assert_eq!(any.into_rank::<2>()?, tensor![[1, 2], [0, 0]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RankDiffers`](ErrorKind::RankDiffers) if the rank is not `R`:
    /// `view_rank_mut: [2, 2]: expected rank 3, found rank 2`. Nothing is copied then.
    pub fn view_rank_mut<const R: usize>(&mut self) -> Result<TensorViewMut<'_, T, R>, ShapeError>
    where
        T: Clone,
        Rank<R>: AnyRank,
    {
        self.has_rank("view_rank_mut", R)?;
        let view = self.elements.view_mut();
        let layout = view.layout().with_rank();
        Ok(view.into_layout(layout))
    }

    /// Copies the elements to a vector in row-major order.
    ///
    /// numpy: `ravel()`; torch: `flatten()`.
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        self.elements.to_vec()
    }

    /// Converts the tensor to a vector in row-major order; copies no element where
    /// [`Tensor::into_vec`] does not.
    pub fn into_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        self.elements.into_vec()
    }

    /// A tensor of the last `rank` axes of `elements`; all axes before them have size 1.
    #[cfg(any(feature = "dlpack", feature = "npy", feature = "safetensors"))]
    pub(crate) fn of_last(elements: Tensor<T, MAX_RANK>, rank: usize) -> Self {
        assert!(elements.shape()[..MAX_RANK - rank].iter().all(|&size| size == 1));
        AnyTensor { elements, rank }
    }

    /// The elements, with axes of size 1 in front.
    pub(crate) fn elements(&self) -> &TensorRef<T, MAX_RANK> {
        &self.elements
    }

    fn has_rank(&self, operation: &'static str, expected: usize) -> Result<(), ShapeError> {
        if self.rank == expected {
            return Ok(());
        }
        let kind = ErrorKind::RankDiffers { expected, found: self.rank };
        Err(ShapeError::new(operation, &[self.shape()], kind))
    }
}

/// Gives up the rank in the type; copies no element.
impl<T, const R: usize> From<Tensor<T, R>> for AnyTensor<T>
where
    Rank<R>: AnyRank,
{
    fn from(tensor: Tensor<T, R>) -> Self {
        let layout = tensor.layout().with_rank();
        AnyTensor { elements: tensor.into_layout(layout), rank: R }
    }
}

/// Copies the elements.
impl<T: Clone, const R: usize> From<&TensorRef<T, R>> for AnyTensor<T>
where
    Rank<R>: AnyRank,
{
    fn from(tensor: &TensorRef<T, R>) -> Self {
        tensor.to_contiguous().into()
    }
}

/// Copies the elements.
impl<T: Clone, const R: usize> From<TensorView<'_, T, R>> for AnyTensor<T>
where
    Rank<R>: AnyRank,
{
    fn from(view: TensorView<'_, T, R>) -> Self {
        view.to_contiguous().into()
    }
}

impl<T> Clone for AnyTensor<T> {
    /// Returns a tensor that owns the same buffer; copies no element.
    fn clone(&self) -> Self {
        AnyTensor { elements: self.elements.clone(), rank: self.rank }
    }
}

/// Tests whether two tensors have equal shapes, and so equal ranks, and equal elements.
impl<T: PartialEq> PartialEq for AnyTensor<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank && equal(self.elements.source(), other.elements.source())
    }
}

impl<T: Eq> Eq for AnyTensor<T> {}

impl<T> AnyTensor<T> {
    fn show(
        &self,
        f: &mut Formatter<'_>,
        write: fn(&T, &mut Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        show::of_shape(f, self.shape(), &mut [0; MAX_RANK][..self.rank], &|index, f| {
            let mut at = [0; MAX_RANK];
            at[MAX_RANK - index.len()..].copy_from_slice(index);
            write(&self.elements[at], f)
        })
    }
}

/// Writes the elements as [`TensorRef`] does.
impl<T: Display> Display for AnyTensor<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.show(f, T::fmt)
    }
}

/// Writes type, shape, strides and elements, as for [`TensorRef`].
///
/// ```
/// use holor::prelude::*;
///
/// let any = AnyTensor::from(tensor![[1_i32, 2], [3, 4]]);
/// assert_eq!(format!("{any:?}"), "AnyTensor<i32> [2, 2] strides [2, 1]\n[[1 2]\n [3 4]]");
/// ```
impl<T: Debug> Debug for AnyTensor<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let strides = &self.elements.layout().strides_ref()[MAX_RANK - self.rank..];
        let element = type_name::<T>();
        writeln!(f, "AnyTensor<{element}> {:?} strides {strides:?}", self.shape())?;
        self.show(f, T::fmt)
    }
}

/// What [`match_rank!`](crate::match_rank!) chooses by rank: an [`AnyTensor`] by value, or a reference
/// to one.
#[diagnostic::on_unimplemented(
    message = "match_rank!: `{Self}` is not a tensor whose rank is known at run time only",
    label = "expected an `AnyTensor`, `&AnyTensor` or `&mut AnyTensor`",
    note = "the rank of a `Tensor` is known from its type: `AnyTensor::from(tensor)` gives it up"
)]
pub trait RankOperand: Sized {
    /// The tensor or view that an arm has, of rank `R`.
    type At<const R: usize>;

    /// The operand itself. A wrong operand has no such type, so that the compiler does not report it again
    /// for each rank.
    #[doc(hidden)]
    type Operand: RankOperand;

    #[doc(hidden)]
    fn operand(self) -> Self::Operand;

    #[doc(hidden)]
    fn rank_found(&self) -> usize;

    /// Called for the rank that was found.
    #[doc(hidden)]
    fn at<const R: usize>(self) -> Self::At<R>
    where
        Rank<R>: AnyRank;
}

macro_rules! rank_operands {
    ($([$($generic:tt)*] $Operand:ty => $At:ident [$($a:lifetime)?] by $method:ident;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> RankOperand for $Operand {
            type At<const R: usize> = $At<$($a,)? T, R>;
            type Operand = Self;

            fn operand(self) -> Self {
                self
            }

            fn rank_found(&self) -> usize {
                self.rank
            }

            fn at<const R: usize>(self) -> Self::At<R>
            where
                Rank<R>: AnyRank,
            {
                crate::error::raise(self.$method())
            }
        }
    )+ };
}

rank_operands! {
    [T] AnyTensor<T> => Tensor [] by into_rank;
    ['a, T] &'a AnyTensor<T> => TensorView ['a] by view_rank;
    ['a, T: Clone] &'a mut AnyTensor<T> => TensorViewMut ['a] by view_rank_mut;
}

/// Chooses code by the rank of an [`AnyTensor`]: in the code, the rank is part of the type again.
///
/// `match_rank!(any, x in [1, 2] => body, other => otherwise)` evaluates `body` with `x` of rank 1 or 2,
/// and `otherwise` for every other rank. The body is compiled once for each rank of the list. It can call
/// functions over any rank `R`, and its value has the same type for all of them.
///
/// | Operand | `x` | `other` |
/// |---|---|---|
/// | `any` | [`Tensor<T, R>`](Tensor) | `AnyTensor<T>`, as it was |
/// | `&any` | [`TensorView<'_, T, R>`](TensorView) | `&AnyTensor<T>` |
/// | `&mut any` | [`TensorViewMut<'_, T, R>`](TensorViewMut) | `&mut AnyTensor<T>` |
///
/// ```
/// use holor::prelude::*;
///
/// /// `[.., n] -> [.., n]`: the differences to the mean of the last axis.
/// fn centred<const R: usize>(x: Tensor<f64, R>) -> Tensor<f64, R>
/// where
///     Last: Over<R>,
/// {
///     &x - x.mean(Keep(Last))
/// }
///
/// fn prepare(any: AnyTensor<f64>) -> Result<AnyTensor<f64>, String> {
///     match_rank!(any, x in [1, 2, 3] => Ok(centred(x).into()), other => {
///         Err(format!("rank 1 to 3 expected, found {:?}", other.shape()))
///     })
/// }
/// let centred = prepare(tensor![[1.0, 3.0], [5.0, 5.0]].into());
/// assert_eq!(centred, Ok(tensor![[-1.0, 1.0], [0.0, 0.0]].into()));
/// assert!(prepare(Tensor::scalar(1.0).into()).is_err());
///
/// // By reference: views, and nothing is consumed.
/// let any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
/// let last = match_rank!(&any, x in [1, 2] => x.iter().last().copied(), _ => None);
/// assert_eq!((last, any.rank()), (Some(4), 2));
/// ```
///
/// `return`, `?` and `break` in the body are those of the function around it.
///
/// What is wrong for one of the ranks does not compile:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let any = AnyTensor::from(tensor![1.0, 2.0]);
/// match_rank!(&any, x in [1, 2] => x.trace(), _ => 0.0); // of rank 2 is needed, found `Rank<1>`
/// ```
///
/// numpy and torch: `if x.ndim == ..`.
#[macro_export]
macro_rules! match_rank {
    ($any:expr, $x:pat_param in [$($rank:literal),+ $(,)?] => $body:expr, $other:pat_param => $otherwise:expr
        $(,)?) => {
        match $crate::operand::RankOperand::operand($any) {
            any => match $crate::operand::RankOperand::rank_found(&any) {
                $( $rank => {
                    let $x = $crate::operand::RankOperand::at::<$rank>(any);
                    $body
                } )+
                _ => {
                    let $other = any;
                    $otherwise
                }
            },
        }
    };
}
