//! `zip`: one to six operands, read or changed, visited together.

use super::elementwise::result_layout;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::operand::Operand;
use crate::kernels::{Sink, Source, Visit};
use crate::layout::common_shape_of;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastTo, BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

/// Names what can take part in a [`zip`] whose elements have rank `O`.
///
/// `&Tensor` and `TensorView` give `&T` and broadcast; `&mut Tensor` and `TensorViewMut` give
/// `&mut T` and have to have the common shape themselves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take part in a zip of rank {O}",
    label = "not an operand of rank {O}",
    note = "operands to read broadcast to the common shape; \
            those to change have its rank, for an element must not be changed twice"
)]
pub trait ZipOperand<const O: usize> {
    /// What the closure gets of an element.
    type Item;
    #[doc(hidden)]
    type Operand: Operand<O, Item = Self::Item>;
    #[doc(hidden)]
    fn into_operand(self, shape: [usize; O], _: Seal) -> Result<Self::Operand, ShapeError>;
}

/// Names the rank and shape that an operand of a [`zip`] brings along.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be zipped: operands are `&a`, `&mut a`, `a.view()` and `a.view_mut()`",
    label = "expected `&a`, `&mut a` or a view",
    note = "an owned tensor is borrowed, `&a`; what is changed is `&mut a` of a tensor or a mutable view"
)]
pub trait OperandShape {
    /// The rank, as a type.
    type Rank;
    #[doc(hidden)]
    fn shape_slice(&self, _: Seal) -> &[usize];
}

/// Names the tuples of one to six operands that broadcast together.
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

/// Holds operands of a common shape, to be visited by [`map`](Zip::map) or
/// [`for_each`](Zip::for_each). Made by [`zip`].
#[must_use = "a zip does nothing until `map` or `for_each` is called"]
pub struct Zip<Z, const O: usize> {
    operands: Z,
    shape: [usize; O],
}

impl<Z, const O: usize> Zip<Z, O> {
    /// Returns the common shape.
    pub fn shape(&self) -> [usize; O] {
        self.shape
    }
}

/// Visits one to six tensors together; those that are read broadcast.
///
/// `&a` and `a.view()` are read: the closure gets `&T`. `&mut a` and `a.view_mut()` are changed: it
/// gets `&mut T`, and the tensor has to have the common shape itself.
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
/// A tensor of lower rank cannot be changed, for each of its elements would be changed twice:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let mut v = tensor![1, 2];
/// zip((&mut v, &tensor![[1, 2], [3, 4]])).for_each(|v, m| *v += m);
/// ```
///
/// # Panics
/// When the shapes do not broadcast: `zip: [2, 2] and [3]: sizes 2 and 3 meet at axis 1 and neither
/// is 1`. The methods panic when an operand to change does not have the common shape.
///
/// numpy: `nditer`; torch: `TensorIterator`; ndarray: `Zip`.
#[doc(alias = "nditer")]
#[track_caller]
pub fn zip<Z: OperandTuple<Rank = Rank<O>>, const O: usize>(operands: Z) -> Zip<Z, O> {
    raise(try_zip(operands))
}

/// Returns what [`zip`] does, or the error it would panic with.
///
/// # Errors
/// When the shapes do not broadcast.
pub fn try_zip<Z: OperandTuple<Rank = Rank<O>>, const O: usize>(
    operands: Z,
) -> Result<Zip<Z, O>, ShapeError> {
    let shape = operands.common_shape(Seal)?;
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
            fn into_operand(self, shape: [usize; O], _: Seal) -> Result<Sink<'a, T, O>, ShapeError> {
                // Before shared elements are copied.
                has_shape(self.shape(), shape)?;
                let $write = self;
                Ok($sink)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T, const O: usize> OperandShape for $Write {
            type Rank = Rank<O>;

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

/// Checks that an operand to change need not broadcast.
fn has_shape<const O: usize>(found: [usize; O], common: [usize; O]) -> Result<(), ShapeError> {
    match (0..O).find(|&axis| found[axis] != common[axis]) {
        None => Ok(()),
        Some(axis) => {
            let kind = ErrorKind::SizesDiffer { axis, left: found[axis], right: common[axis] };
            Err(ShapeError::new("zip", &[&found, &common], kind))
        }
    }
}

/// The rank to which two ranks broadcast.
type Common<P, Q> = <P as BroadcastWith<Q>>::Output;

/// Rows of operands with their places, and how the common rank grows along them.
macro_rules! zips {
    ($($(#[$doc:meta])* [$($Z:ident $z:ident $n:tt),+] [$($bound:tt)*] $Common:ty;)+) => { $(
        impl<$($Z: OperandShape),+> OperandTuple for ($($Z,)+)
        where
            $($bound)*
        {
            type Rank = $Common;

            #[inline]
            fn common_shape<const N: usize>(&self, _: Seal) -> Result<[usize; N], ShapeError> {
                common_shape_of("zip", &[$(self.$n.shape_slice(Seal)),+])
            }
        }

        // The bounds are on the methods, not on the impl: what cannot be zipped is then refused in
        // the words of `ZipOperand`.
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

            /// Calls `f` with the elements at each index; the order is not specified.
            ///
            /// # Panics
            /// When an operand to change does not have the common shape.
            #[inline]
            #[track_caller]
            pub fn for_each(self, mut f: impl FnMut($($Z::Item),+))
            where
                $($Z: ZipOperand<N>,)+
            {
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                operands.for_each(self.shape, move |($($z,)+)| f($($z),+));
            }

            /// As [`map`](Zip::map), on the threads of rayon's pool.
            ///
            /// # Panics
            /// When an operand to change does not have the common shape.
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

            /// As [`for_each`](Zip::for_each), on the threads of rayon's pool.
            ///
            /// # Panics
            /// When an operand to change does not have the common shape.
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
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
    [A a 0] [] A::Rank;
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
    [A a 0, B b 1] [A::Rank: BroadcastWith<B::Rank>] Common<A::Rank, B::Rank>;
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
    [A a 0, B b 1, C c 2]
        [A::Rank: BroadcastWith<B::Rank>, Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>]
        Common<Common<A::Rank, B::Rank>, C::Rank>;
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
    [A a 0, B b 1, C c 2, D d 3]
        [
            A::Rank: BroadcastWith<B::Rank>,
            Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>,
            Common<Common<A::Rank, B::Rank>, C::Rank>: BroadcastWith<D::Rank>
        ]
        Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>;
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
    [A a 0, B b 1, C c 2, D d 3, E e 4]
        [
            A::Rank: BroadcastWith<B::Rank>,
            Common<A::Rank, B::Rank>: BroadcastWith<C::Rank>,
            Common<Common<A::Rank, B::Rank>, C::Rank>: BroadcastWith<D::Rank>,
            Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>: BroadcastWith<E::Rank>
        ]
        Common<Common<Common<Common<A::Rank, B::Rank>, C::Rank>, D::Rank>, E::Rank>;
    /// Collects what `f` makes of the elements at each index; the order is not specified.
    ///
    /// # Panics
    /// When an operand to change does not have the common shape.
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
