//! `zip`: visits the elements of one to six tensors together, to read or to write.

use super::elementwise::result_layout;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::operand::Operand;
use crate::kernels::{Sink, Source, Visit};
use crate::layout::common_shape_of;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastTo, BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

/// An operand of a [`zip`] whose common shape has rank `O`.
///
/// Operands to read are `&TensorRef`, `&Tensor`, `&TensorView`, `&TensorViewMut` and `TensorView`.
/// They broadcast, and the closure gets `&T`. Operands to write are `&mut TensorRef`,
/// `&mut Tensor`, `&mut TensorViewMut` and `TensorViewMut`. They do not broadcast, and the closure
/// gets `&mut T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take part in a zip of rank {O}",
    label = "not an operand of rank {O}",
    note = "operands to read broadcast to the common shape; \
            those to change have its rank, for an element must not be changed twice"
)]
pub trait ZipOperand<const O: usize> {
    /// The argument of the closure for this operand: `&T` or `&mut T`.
    type Item;
    #[doc(hidden)]
    type Operand: Operand<O, Item = Self::Item>;
    #[doc(hidden)]
    fn into_operand(self, shape: [usize; O], _: Seal) -> Result<Self::Operand, ShapeError>;
}

/// The shape of an operand of a [`zip`], and its rank as a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be zipped: operands are `&a`, `&mut a`, `a.view()` and `a.view_mut()`",
    label = "expected `&a`, `&mut a` or a view",
    note = "an owned tensor is borrowed, `&a`; what is changed is `&mut a` of a tensor or a mutable view"
)]
pub trait OperandShape {
    /// The rank, as a type.
    type Rank;
    /// Whether the operand is written, and therefore does not broadcast.
    #[doc(hidden)]
    const WRITTEN: bool;
    #[doc(hidden)]
    fn shape_slice(&self, _: Seal) -> &[usize];
}

/// A tuple of one to six operands of a [`zip`], whose ranks broadcast together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to six tensors: it cannot be zipped",
    label = "expected a tuple of tensors",
    note = "zip takes one tuple: `zip((&a, &mut b, c.view()))`, of one tensor `zip((&a,))`"
)]
pub trait OperandTuple {
    /// The rank of the common shape.
    type Rank;
    #[doc(hidden)]
    fn common_shape<const O: usize>(&self, _: Seal) -> Result<[usize; O], ShapeError>;
}

/// Holds, of `()`, for the operands `Z` of a [`zip`] whose common shape has rank `O`: wherever
/// `Z: OperandTuple<Rank = Rank<O>>` does.
///
/// It exists for the message of [`zip`].
//
// With that bound on `Z` itself, rustc would propose a tuple of the first operand alone,
// `zip((&a,), &b)`. `Z` comes before `O`, for rustc points at the argument of the first parameter.
#[diagnostic::on_unimplemented(message = "`{Z}` cannot be zipped with a common shape of rank {O}")]
pub trait CommonShape<Z, const O: usize> {
    #[doc(hidden)]
    fn of(operands: &Z, _: Seal) -> Result<[usize; O], ShapeError>;
}

impl<Z: OperandTuple<Rank = Rank<O>>, const O: usize> CommonShape<Z, O> for () {
    #[inline]
    fn of(operands: &Z, _: Seal) -> Result<[usize; O], ShapeError> {
        operands.common_shape(Seal)
    }
}

/// Operands with a common shape, made by [`zip`].
///
/// [`map`](Zip::map) and [`for_each`](Zip::for_each) visit their elements, `par_map` and
/// `par_for_each` (feature `rayon`) on several threads.
#[must_use = "a zip does nothing until `map` or `for_each` is called"]
pub struct Zip<Z, const O: usize> {
    operands: Z,
    shape: [usize; O],
}

impl<Z, const O: usize> Zip<Z, O> {
    /// Returns the common shape of the operands.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(zip((&tensor![[1], [2]], &tensor![1, 2, 3])).shape(), [2, 3]);
    /// ```
    pub fn shape(&self) -> [usize; O] {
        self.shape
    }
}

/// Combines one to six tensors, whose elements a closure then gets together.
///
/// Operands to read, `&a` or `a.view()`, broadcast to the common shape; the closure gets `&T`.
/// Operands to write, `&mut a` or `a.view_mut()`, must have the common shape; the closure gets
/// `&mut T`.
///
/// `[m, n], [n], [m, 1] -> [m, n]`
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let v = tensor![10.0, 20.0];
/// let z = zip((&m, &v, &m)).map(|a, b, c| a * b + c);
/// assert_eq!(z, tensor![[11.0, 42.0], [33.0, 84.0]]);
///
/// let mut y = tensor![1.0, 1.0];
/// zip((&mut y, &v)).for_each(|y, v| *y += 0.5 * v);
/// assert_eq!(y, tensor![6.0, 11.0]);
/// ```
///
/// A tensor of lower rank cannot be written to, because the closure would get each element several
/// times:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let mut v = tensor![1, 2];
/// zip((&mut v, &tensor![[1, 2], [3, 4]])).for_each(|v, m| *v += m);
/// ```
///
/// # Panics
/// If the shapes do not broadcast:
/// `zip: [2, 2] and [3]: sizes 2 and 3 meet at axis 1 and neither is 1`.
///
/// If an operand to write does not have the common shape:
/// `zip: [1, 2] and [2, 2]: sizes 1 and 2 of axis 0 differ`.
///
/// numpy: `nditer`; torch: `TensorIterator`; ndarray: `Zip`.
#[doc(alias = "nditer")]
#[track_caller]
pub fn zip<Z, const O: usize>(operands: Z) -> Zip<Z, O>
where
    (): CommonShape<Z, O>,
{
    raise(try_zip(operands))
}

/// Fallible form of [`zip`].
///
/// # Errors
/// If the shapes do not broadcast, or an operand to write does not have the common shape.
pub fn try_zip<Z, const O: usize>(operands: Z) -> Result<Zip<Z, O>, ShapeError>
where
    (): CommonShape<Z, O>,
{
    let shape = <()>::of(&operands, Seal)?;
    Ok(Zip { operands, shape })
}

macro_rules! operands {
    ($(read $Read:ty: |$read:ident| $view:expr;)+ $(write $Write:ty $(where $Clone:ident)?: |$write:ident| $sink:expr;)+) => {
        $(
        impl<'a, T, const A: usize, const O: usize> ZipOperand<O> for $Read
        where
            Rank<A>: BroadcastTo<Rank<O>>,
        {
            type Item = &'a T;
            type Operand = Source<'a, T, O>;

            #[inline]
            fn into_operand(self, shape: [usize; O], _: Seal) -> Result<Source<'a, T, O>, ShapeError> {
                let $read = self;
                let view: TensorView<'a, T, A> = $view;
                let layout = view.layout().broadcast_to(shape, size_of::<T>());
                Ok(view.into_source_with(&layout.map_err(|error| error.during("zip"))?))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T, const A: usize> OperandShape for $Read {
            type Rank = Rank<A>;
            const WRITTEN: bool = false;

            #[inline]
            fn shape_slice(&self, _: Seal) -> &[usize] {
                self.layout().shape_ref()
            }
        }
        )+
        $(
        impl<'a, T $(: $Clone)?, const O: usize> ZipOperand<O> for $Write {
            type Item = &'a mut T;
            type Operand = Sink<'a, T, O>;

            #[inline]
            fn into_operand(self, _: [usize; O], _: Seal) -> Result<Sink<'a, T, O>, ShapeError> {
                // `try_zip` has checked the shape.
                let $write = self;
                Ok($sink)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T, const O: usize> OperandShape for $Write {
            type Rank = Rank<O>;
            const WRITTEN: bool = true;

            #[inline]
            fn shape_slice(&self, _: Seal) -> &[usize] {
                self.layout().shape_ref()
            }
        }
        )+
    };
}

operands! {
    read &'a TensorRef<T, A>: |a| a.view();
    read &'a Tensor<T, A>: |a| a.view();
    read &'a TensorView<'_, T, A>: |a| a.view();
    read &'a TensorViewMut<'_, T, A>: |a| a.view();
    read TensorView<'a, T, A>: |a| a;
    write &'a mut TensorRef<T, O>: |a| a.sink();
    write &'a mut Tensor<T, O> where Clone: |a| a.sink();
    write &'a mut TensorViewMut<'_, T, O>: |a| a.sink();
    write TensorViewMut<'a, T, O>: |a| a.into_sink();
}

/// Checks that an operand to write has the common shape.
#[inline]
fn has_shape<Z: OperandShape>(operand: &Z, common: &[usize]) -> Result<(), ShapeError> {
    let found = operand.shape_slice(Seal);
    if !Z::WRITTEN || found == common {
        return Ok(());
    }
    // The methods of `Zip` refuse an operand of lower rank when they are compiled.
    match found.iter().zip(common).position(|(left, right)| left != right) {
        Some(axis) if found.len() == common.len() => {
            let kind = ErrorKind::SizesDiffer { axis, left: found[axis], right: common[axis] };
            Err(ShapeError::new("zip", &[found, common], kind))
        }
        _ => Ok(()),
    }
}

/// The rank to which two ranks broadcast.
type Common<P, Q> = <P as BroadcastWith<Q>>::Output;

/// Rows of operands with their numbers, the bounds on their ranks, and the common rank.
macro_rules! zips {
    ($($(#[$doc:meta])* [$($Z:ident $z:ident $n:tt),+] [$($bound:tt)*] $Common:ty;)+) => { $(
        impl<$($Z: OperandShape),+> OperandTuple for ($($Z,)+)
        where
            $($bound)*
        {
            type Rank = $Common;

            #[inline]
            fn common_shape<const N: usize>(&self, _: Seal) -> Result<[usize; N], ShapeError> {
                let shape = common_shape_of("zip", &[$(self.$n.shape_slice(Seal)),+])?;
                $( has_shape(&self.$n, &shape)?; )+
                Ok(shape)
            }
        }

        // The bounds are on the methods, not on the impl, so that the compiler refuses an operand
        // with the message of `ZipOperand`.
        impl<$($Z,)+ const N: usize> Zip<($($Z,)+), N> {
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn map<U>(self, mut f: impl FnMut($($Z::Item),+) -> U) -> Tensor<U, N>
            where
                $($Z: ZipOperand<N>,)+
            {
                let layout = raise(result_layout::<U, N>("zip", self.shape));
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                Tensor::owned(operands.collect(&layout, move |($($z,)+)| f($($z),+)), layout)
            }

            /// Calls a function with the elements at each index.
            ///
            /// The closure may keep state. The order of the indices is not specified.
            ///
            /// ndarray: `Zip::for_each`.
            #[inline]
            #[track_caller]
            pub fn for_each(self, mut f: impl FnMut($($Z::Item),+))
            where
                $($Z: ZipOperand<N>,)+
            {
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                operands.for_each(self.shape, move |($($z,)+)| f($($z),+));
            }

            /// Does the same as [`map`](Zip::map), on several threads.
            ///
            /// The closure runs on the calling thread and on threads of rayon's current pool, under
            /// the rules that [`TensorRef::par_map`] lists: it must not wait for another task of
            /// the same pool. A panic in it is the caller's, and the results so far are leaked.
            ///
            /// # Panics
            /// If the closure panics, or the result holds more elements than memory can address.
            ///
            /// ndarray: `Zip::par_map_collect`.
            #[cfg(feature = "rayon")]
            #[track_caller]
            pub fn par_map<U: Send>(self, f: impl Fn($($Z::Item),+) -> U + Sync) -> Tensor<U, N>
            where
                $($Z: ZipOperand<N, Item: Send>,)+
            {
                let layout = raise(result_layout::<U, N>("zip", self.shape));
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                Tensor::owned(operands.par_collect(&layout, |($($z,)+)| f($($z),+)), layout)
            }

            /// Does the same as [`for_each`](Zip::for_each), on several threads.
            ///
            /// The closure runs on the calling thread and on threads of rayon's current pool, under
            /// the rules that [`TensorRef::par_map`] lists: it must not wait for another task of
            /// the same pool. A panic in it is the caller's; some elements are then visited and
            /// others not.
            ///
            /// # Panics
            /// If the closure panics.
            ///
            /// ndarray: `Zip::par_for_each`.
            #[cfg(feature = "rayon")]
            #[track_caller]
            pub fn par_for_each(self, f: impl Fn($($Z::Item),+) + Sync)
            where
                $($Z: ZipOperand<N, Item: Send>,)+
            {
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                operands.par_for_each(self.shape, |($($z,)+)| f($($z),+));
            }
        }
    )+ };
}

zips! {
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0] [] A::Rank;
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0, B b 1] [A::Rank: BroadcastWith<B::Rank>] Common<A::Rank, B::Rank>;
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0, B b 1, C c 2]
        [A::Rank: BroadcastWith<B::Rank>, Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>]
        Common<Common<A::Rank, B::Rank>, C::Rank>;
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0, B b 1, C c 2, D d 3]
        [
            A::Rank: BroadcastWith<B::Rank>,
            Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>,
            Common<Common<A::Rank, B::Rank>, C::Rank>: BroadcastWith<D::Rank>
        ]
        Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>;
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0, B b 1, C c 2, D d 3, E e 4]
        [
            A::Rank: BroadcastWith<B::Rank>,
            Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>,
            Common<Common<A::Rank, B::Rank>, C::Rank>: BroadcastWith<D::Rank>,
            Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>: BroadcastWith<E::Rank>
        ]
        Common<Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>, E::Rank>;
    /// Applies a function to the elements at each index and returns the results.
    ///
    /// The closure may keep state. The order of the indices is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `zip: [2305843009213693952]: more elements than memory can address`.
    ///
    /// ndarray: `Zip::map_collect`.
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5]
        [
            A::Rank: BroadcastWith<B::Rank>,
            Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>,
            Common<Common<A::Rank, B::Rank>, C::Rank>: BroadcastWith<D::Rank>,
            Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>: BroadcastWith<E::Rank>,
            Common<Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>, E::Rank>:
                BroadcastWith<F::Rank>
        ]
        Common<Common<Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>, E::Rank>, F::Rank>;
}
