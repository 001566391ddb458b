//! `zip`: one to six operands, read or changed, visited together.

use super::elementwise::{result_layout, spread};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::operand::Operand;
use crate::kernels::{Sink, Source, Visit};
use crate::layout::common_shape_of;
use crate::rank::{BroadcastTo, BroadcastWith, Rank};
use crate::storage::{Mut, Ref, Storage};
use crate::tensor::{StorageMut, Tensor};

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
    fn into_operand(self, shape: [usize; O]) -> Result<Self::Operand, ShapeError>;
}

/// Names the rank and shape that an operand of a [`zip`] brings along.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be zipped: it is neither a borrowed tensor nor a view",
    label = "expected `&a`, `&mut a` or a view",
    note = "zip takes `&a`, `&mut a`, `a.view()` and `a.view_mut()`; an owned tensor is borrowed, `&a`"
)]
pub trait Zipped {
    /// The rank, as a type.
    type Rank;
    #[doc(hidden)]
    fn shape_slice(&self) -> &[usize];
}

/// Names the tuples of one to six operands that broadcast together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to six tensors: it cannot be zipped",
    label = "expected a tuple of tensors",
    note = "zip takes a tuple such as `(&a, &mut b, c.view())`"
)]
pub trait Zippable {
    /// The rank of the common shape.
    type Rank;
    #[doc(hidden)]
    fn common_shape<const O: usize>(&self) -> Result<[usize; O], ShapeError>;
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
pub fn zip<Z: Zippable<Rank = Rank<O>>, const O: usize>(operands: Z) -> Zip<Z, O> {
    raise(try_zip(operands))
}

/// Returns what [`zip`] does, or the error it would panic with.
///
/// # Errors
/// When the shapes do not broadcast.
pub fn try_zip<Z: Zippable<Rank = Rank<O>>, const O: usize>(
    operands: Z,
) -> Result<Zip<Z, O>, ShapeError> {
    let shape = operands.common_shape()?;
    Ok(Zip { operands, shape })
}

impl<'a, T, S: Storage<Elem = T>, const A: usize, const O: usize> ZipOperand<O>
    for &'a Tensor<T, A, S>
where
    Rank<A>: BroadcastTo<Rank<O>>,
{
    type Item = &'a T;
    type Operand = Source<'a, T, O>;

    #[inline]
    fn into_operand(self, shape: [usize; O]) -> Result<Source<'a, T, O>, ShapeError> {
        spread("zip", self, shape)
    }
}

impl<'a, T, const A: usize, const O: usize> ZipOperand<O> for Tensor<T, A, Ref<'a, T>>
where
    Rank<A>: BroadcastTo<Rank<O>>,
{
    type Item = &'a T;
    type Operand = Source<'a, T, O>;

    #[inline]
    fn into_operand(self, shape: [usize; O]) -> Result<Source<'a, T, O>, ShapeError> {
        let layout = self.layout().broadcast_to(shape, size_of::<T>());
        Ok(self.into_source_with(&layout.map_err(|error| error.during("zip"))?))
    }
}

impl<'a, T, S: StorageMut<Elem = T>, const O: usize> ZipOperand<O> for &'a mut Tensor<T, O, S> {
    type Item = &'a mut T;
    type Operand = Sink<'a, T, O>;

    #[inline]
    fn into_operand(self, shape: [usize; O]) -> Result<Sink<'a, T, O>, ShapeError> {
        has_shape(self.shape(), shape)?;
        Ok(self.sink())
    }
}

impl<'a, T, const O: usize> ZipOperand<O> for Tensor<T, O, Mut<'a, T>> {
    type Item = &'a mut T;
    type Operand = Sink<'a, T, O>;

    #[inline]
    fn into_operand(self, shape: [usize; O]) -> Result<Sink<'a, T, O>, ShapeError> {
        has_shape(self.shape(), shape)?;
        Ok(self.into_sink())
    }
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

macro_rules! zipped {
    ($([$($generic:tt)*] $Operand:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> Zipped for $Operand {
            type Rank = Rank<R>;

            #[inline]
            fn shape_slice(&self) -> &[usize] {
                self.layout().shape_ref()
            }
        }
    )+ };
}

zipped! {
    [T, S: Storage<Elem = T>, const R: usize] &Tensor<T, R, S>;
    [T, S: Storage<Elem = T>, const R: usize] &mut Tensor<T, R, S>;
    [T, const R: usize] Tensor<T, R, Ref<'_, T>>;
    [T, const R: usize] Tensor<T, R, Mut<'_, T>>;
}

/// The rank to which two ranks broadcast.
type Common<P, Q> = <P as BroadcastWith<Q>>::Output;

/// Rows of operands with their places, and how the common rank grows along them.
macro_rules! zips {
    ($($(#[$doc:meta])* [$($Z:ident $z:ident $n:tt),+] [$($bound:tt)*] $Common:ty;)+) => { $(
        impl<$($Z: Zipped),+> Zippable for ($($Z,)+)
        where
            $($bound)*
        {
            type Rank = $Common;

            #[inline]
            fn common_shape<const N: usize>(&self) -> Result<[usize; N], ShapeError> {
                common_shape_of("zip", &[$(self.$n.shape_slice()),+])
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
                let operands = ($(raise(self.operands.$n.into_operand(self.shape)),)+);
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
                let operands = ($(raise(self.operands.$n.into_operand(self.shape)),)+);
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
                let operands = ($(raise(self.operands.$n.into_operand(self.shape)),)+);
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
                let operands = ($(raise(self.operands.$n.into_operand(self.shape)),)+);
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
