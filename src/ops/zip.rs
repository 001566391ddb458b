//! `zip`: visits the elements of one to eight tensors together, to read or to write.

use super::elementwise::result_layout;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::operand::{Access, Changes, Proved, Reads};
use crate::kernels::{Sees::Elements, Sink, Source, Visit};
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
    type Access: Access<Item = Self::Item>;
    #[doc(hidden)]
    fn into_operand(
        self,
        shape: [usize; O],
        _: Seal,
    ) -> Result<Proved<Self::Access, O>, ShapeError>;
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

/// A tuple of one to eight operands of a [`zip`], whose ranks broadcast together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to eight tensors: it cannot be zipped",
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
/// [`map`](Zip::map), [`map_into`](Zip::map_into) and [`for_each`](Zip::for_each) visit their elements, `par_map` and
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

/// Combines one to eight tensors, whose elements a closure then gets together.
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
            type Access = Reads<'a, T>;

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
            type Access = Changes<'a, T>;

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

/// The rank to which ranks broadcast.
type Common2<A, B> = <A as BroadcastWith<B>>::Output;
type Common3<A, B, C> = Common2<Common2<A, B>, C>;
type Common4<A, B, C, D> = Common2<Common3<A, B, C>, D>;
type Common5<A, B, C, D, E> = Common2<Common4<A, B, C, D>, E>;
type Common6<A, B, C, D, E, F> = Common2<Common5<A, B, C, D, E>, F>;
type Common7<A, B, C, D, E, F, G> = Common2<Common6<A, B, C, D, E, F>, G>;
type Common8<A, B, C, D, E, F, G, H> = Common2<Common7<A, B, C, D, E, F, G>, H>;

/// Rows of operands with their numbers, and for each further one the common rank of those before it.
macro_rules! zips {
    ($([$($Z:ident $z:ident $n:tt),+] $Common:ty, [$($Before:ty, $Next:ident);*];)+) => { $(
        impl<$($Z: OperandShape),+> OperandTuple for ($($Z,)+)
        where
            $($Before: BroadcastWith<$Next::Rank>,)*
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
            /// Applies a function to the elements at each index and returns the results.
            ///
            /// The closure may keep state. The order of the indices is not specified.
            ///
            /// # Panics
            /// If an operand to write does not have the common shape, or the result holds more
            /// elements than memory can address.
            ///
            /// Into a tensor that there is already: `map_into`.
            ///
            /// ndarray: `Zip::map_collect`.
            #[inline]
            #[track_caller]
            pub fn map<U>(self, mut f: impl FnMut($($Z::Item),+) -> U) -> Tensor<U, N>
            where
                $($Z: ZipOperand<N>,)+
            {
                let layout = raise(result_layout::<U, N>("zip", self.shape));
                let operands = ($(raise(self.operands.$n.into_operand(self.shape, Seal)),)+);
                Tensor::owned(operands.gather(Elements, &layout, move |($($z,)+)| f($($z),+)), layout)
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
                operands.visit(Elements, move |($($z,)+)| f($($z),+));
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
                Tensor::owned(operands.par_gather(Elements, &layout, |($($z,)+)| f($($z),+)), layout)
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
                operands.par_visit(Elements, |($($z,)+)| f($($z),+));
            }
        }
    )+ };
}

zips! {
    [A a 0] A::Rank, [];
    [A a 0, B b 1] Common2<A::Rank, B::Rank>,
        [A::Rank, B];
    [A a 0, B b 1, C c 2] Common3<A::Rank, B::Rank, C::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C];
    [A a 0, B b 1, C c 2, D d 3] Common4<A::Rank, B::Rank, C::Rank, D::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C;
            Common3<A::Rank, B::Rank, C::Rank>, D];
    [A a 0, B b 1, C c 2, D d 3, E e 4] Common5<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C;
            Common3<A::Rank, B::Rank, C::Rank>, D;
            Common4<A::Rank, B::Rank, C::Rank, D::Rank>, E];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5] Common6<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C;
            Common3<A::Rank, B::Rank, C::Rank>, D;
            Common4<A::Rank, B::Rank, C::Rank, D::Rank>, E;
            Common5<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank>, F];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5, G h 6] Common7<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank, G::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C;
            Common3<A::Rank, B::Rank, C::Rank>, D;
            Common4<A::Rank, B::Rank, C::Rank, D::Rank>, E;
            Common5<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank>, F;
            Common6<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank>, G];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5, G h 6, H i 7] Common8<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank, G::Rank, H::Rank>,
        [A::Rank, B;
            Common2<A::Rank, B::Rank>, C;
            Common3<A::Rank, B::Rank, C::Rank>, D;
            Common4<A::Rank, B::Rank, C::Rank, D::Rank>, E;
            Common5<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank>, F;
            Common6<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank>, G;
            Common7<A::Rank, B::Rank, C::Rank, D::Rank, E::Rank, F::Rank, G::Rank>, H];
}

/// `map_into`, for which the result takes one more operand.
macro_rules! zips_into {
    ($([$($Z:ident $z:ident $n:tt),+];)+) => { $(
        impl<$($Z,)+ const N: usize> Zip<($($Z,)+), N> {
            /// Applies a function to the elements at each index and writes the results to a tensor of
            /// the common shape, whose elements they replace.
            ///
            /// The closure may keep state. The order of the indices is not specified. The tensor is
            /// `&mut t` or a mutable view.
            ///
            /// ```
            /// use holor::prelude::*;
            ///
            /// let (a, b) = (tensor![1.0, 2.0], tensor![3.0, 4.0]);
            /// let mut product = Tensor::zeros([2]);
            /// zip((&a, &b)).map_into(&mut product, |a, b| a * b);
            /// assert_eq!(product, tensor![3.0, 8.0]);
            /// ```
            ///
            /// # Panics
            /// If the tensor, or an operand to write, does not have the common shape:
            /// `zip: [1, 2] and [2, 2]: sizes 1 and 2 of axis 0 differ`.
            ///
            /// numpy: the argument `out` of a function; ndarray: `Zip::map_assign_into`.
            #[inline]
            #[track_caller]
            pub fn map_into<'o, U: 'o>(
                self,
                out: impl ZipOperand<N, Item = &'o mut U> + OperandShape,
                f: impl FnMut($($Z::Item),+) -> U,
            )
            where
                $($Z: ZipOperand<N>,)+
            {
                raise(self.try_map_into(out, f));
            }

            /// Fallible form of [`map_into`](Zip::map_into).
            ///
            /// # Errors
            /// If the tensor, or an operand to write, does not have the common shape. Nothing is
            /// written then.
            #[inline]
            pub fn try_map_into<'o, U: 'o>(
                self,
                out: impl ZipOperand<N, Item = &'o mut U> + OperandShape,
                mut f: impl FnMut($($Z::Item),+) -> U,
            ) -> Result<(), ShapeError>
            where
                $($Z: ZipOperand<N>,)+
            {
                let shape = self.shape;
                has_shape(&out, &shape)?;
                let operands =
                    (out.into_operand(shape, Seal)?, $(self.operands.$n.into_operand(shape, Seal)?,)+);
                operands.visit(Elements, move |(place, $($z),+)| *place = f($($z),+));
                Ok(())
            }
        }
    )+ };
}

zips_into! {
    [A a 0];
    [A a 0, B b 1];
    [A a 0, B b 1, C c 2];
    [A a 0, B b 1, C c 2, D d 3];
    [A a 0, B b 1, C c 2, D d 3, E e 4];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F g 5, G h 6];
}
