//! What the macros take, and what becomes of it: tensors by reference and by value.
//!
//! [`Operand`] is a table: for each way to hand a tensor over, the types of the results. The two
//! relations beside it say which ranks a pattern takes; a tensor of another one is refused by them, in
//! words.

use super::numbers::Numbers;
use super::recipe::Recipe;
use crate::error::ShapeError;
use crate::kernels::{Source, copy};
use crate::layout::Layout;
use crate::rank::seal::Seal;
use crate::rank::{Minus, Rank};
use crate::storage::Span;
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::array::from_fn;

/// A tensor of `T` as an operand of a macro: borrowed, borrowed for writing, or owned.
#[diagnostic::on_unimplemented(
    message = "the tensors of one `einsum!` have elements of one type, here `{T}`, found `{Self}`",
    label = "not a tensor of `{T}`",
    note = "`.cast()` and `.map(..)` convert the elements of a tensor"
)]
pub trait Operand<T>: Sized {
    /// By a pattern of `rearrange!` that joins no axes: what was borrowed stays borrowed, in the same
    /// way, and what was owned is owned.
    type View<const O: usize>;
    /// By a pattern of `rearrange!` that joins axes: a copy if there has to be one, but for writing
    /// there never is.
    type Joined<const O: usize>;
    /// By a pattern that moves no element and whose result is read.
    type Read<const O: usize>;
    /// The operand while others are still to come. With a name of its own, for of what is no tensor
    /// rustc would say another time that it is none.
    type Itself: Operand<T>;

    /// The operand without its rank, for reading.
    #[doc(hidden)]
    fn given(&self, _: Seal) -> Given<'_, T>;

    /// The right side of a pattern of `rearrange!` that joins no axes.
    #[doc(hidden)]
    fn into_arranged<const O: usize>(
        self,
        by: Arrangement<'_>,
        _: Seal,
    ) -> Result<Self::View<O>, ShapeError>;

    /// The right side of a pattern of `rearrange!` that joins axes; `APART` are those of the right
    /// side with all axes apart.
    #[doc(hidden)]
    fn into_joined<const O: usize, const APART: usize>(
        self,
        by: Arrangement<'_>,
        _: Seal,
    ) -> Result<Self::Joined<O>, ShapeError>
    where
        T: Clone;

    /// As [`into_joined`](Self::into_joined), of `repeat!`: always a tensor of its own.
    #[doc(hidden)]
    #[inline]
    fn into_owned<const O: usize, const APART: usize>(
        self,
        by: Arrangement<'_>,
        _: Seal,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone,
    {
        match by.joined::<T, O, APART>(self.given(Seal), Self::KEEPS)? {
            Joined::Kept(layout) => Ok(self.into_kept(layout, Seal)),
            Joined::Copied(tensor) => Ok(tensor),
        }
    }

    /// The operand under another layout, which selects among its elements.
    #[doc(hidden)]
    fn into_read<const O: usize>(self, layout: Layout<O>, _: Seal) -> Self::Read<O>;

    #[doc(hidden)]
    fn into_itself(self, _: Seal) -> Self::Itself;

    /// Whether the operand owns its buffer, so that a result can own it too.
    #[doc(hidden)]
    const KEEPS: bool = false;

    /// As [`into_read`](Self::into_read), owned; for operands that own their buffer.
    #[doc(hidden)]
    fn into_kept<const O: usize>(self, _: Layout<O>, _: Seal) -> Tensor<T, O> {
        unreachable!("the operand owns no buffer")
    }
}

/// An operand of the rank that the pattern has.
#[diagnostic::on_unimplemented(
    message = "the pattern needs a tensor of rank {R} here, found `{Self}`",
    label = "expected a tensor of rank {R}",
    note = "each axis of the tensor has a place in the pattern; `...` stands for any number of axes",
    note = "a tensor is given as `x` or `&x`; as `&mut x` if it can be written and its elements \
            are `Clone`"
)]
pub trait PatternOperand<T, const R: usize>: Operand<T> {
    /// Sealed by itself: for elements of a type of theirs, others could tell another rank.
    #[doc(hidden)]
    fn has_rank(_: Seal);
}

/// An operand of the rank that the pattern has beside `...`, or of a higher one.
#[diagnostic::on_unimplemented(
    message = "the pattern needs a tensor of rank {LEAST} or more here, found `{Self}`",
    label = "expected a tensor of rank {LEAST} or more",
    note = "`...` stands for any number of axes, the pattern beside it for {LEAST}; \
            ranks are related up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for it: \
            `where Rank<R>: Minus<Rank<{LEAST}>, Output = Rank<E>>`"
)]
pub trait EllipsisOperand<T, const LEAST: usize>: Operand<T> {
    /// The rank that is left for `...`.
    type Rest;

    /// As [`has_rank`](PatternOperand::has_rank).
    #[doc(hidden)]
    fn has_rank(_: Seal);
}

/// An operand whose rank is no longer part of its type.
pub struct Given<'a, T> {
    pub(super) elements: Span<'a, T>,
    pub(super) lies: Lies<'a>,
}

/// Shape, strides and offset of an operand.
#[derive(Clone, Copy)]
pub(crate) struct Lies<'a> {
    pub(crate) shape: &'a [usize],
    pub(crate) strides: &'a [isize],
    pub(crate) offset: usize,
}

impl<'a> Lies<'a> {
    #[inline]
    pub(super) fn new<const R: usize>(layout: &'a Layout<R>) -> Self {
        Lies { shape: layout.shape_ref(), strides: layout.strides_ref(), offset: layout.offset() }
    }
}

/// A pattern of `rearrange!` or `repeat!` with the sizes behind it.
#[derive(Clone, Copy)]
pub struct Arrangement<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) sizes: &'a [usize],
}

impl Arrangement<'_> {
    /// The layout of the right side, if the axes that it joins follow each other in memory.
    #[inline]
    fn of<T, const R: usize, const O: usize>(
        self,
        layout: &Layout<R>,
    ) -> Result<Layout<O>, ShapeError> {
        if let (Some(order), true) = (&self.recipe.order, R == O) {
            // By far the fastest way for by far the most patterns. The broadcast to the same shape is
            // there for the rank to be called `O`.
            let permuted = layout.permute(from_fn(|axis| order[axis] as usize));
            return permuted.broadcast_to(from_fn(|axis| permuted.shape()[axis]), size_of::<T>());
        }
        let mut numbers = Numbers::new(self.recipe, Lies::new(layout), size_of::<T>());
        numbers.find(self.sizes)?;
        numbers.view()
    }

    /// As [`of`](Self::of), of an operand whose rank is no longer part of its type.
    pub(super) fn read<T, const O: usize>(
        self,
        given: Given<'_, T>,
    ) -> Result<Layout<O>, ShapeError> {
        let mut numbers = Numbers::new(self.recipe, given.lies, size_of::<T>());
        numbers.find(self.sizes)?;
        numbers.view()
    }

    /// As [`of`](Self::of), for writing.
    #[inline]
    fn of_mut<'a, T, const R: usize, const O: usize>(
        self,
        x: TensorViewMut<'a, T, R>,
    ) -> Result<TensorViewMut<'a, T, O>, ShapeError> {
        let layout: Layout<O> = self.of::<T, R, O>(x.layout())?;
        assert!(
            layout.is_disjoint() && (layout.is_empty() || !x.is_empty()),
            "{}: a view for writing of elements twice, or of others than the operand's",
            self.recipe.pattern
        );
        Ok(x.into_layout(layout))
    }

    /// What a pattern that joins axes makes of an operand: the layout, if there is one and `keeps`
    /// tells that the buffer may be kept, else a copy.
    fn joined<T: Clone, const O: usize, const APART: usize>(
        self,
        given: Given<'_, T>,
        keeps: bool,
    ) -> Result<Joined<T, O>, ShapeError> {
        let mut numbers = Numbers::new(self.recipe, given.lies, size_of::<T>());
        numbers.find(self.sizes)?;
        let (shape, view) = numbers.shape_and_view()?;
        if let (Some(layout), true) = (view, keeps) {
            return Ok(Joined::Kept(layout));
        }
        let layout = numbers.row_major(shape, size_of::<T>())?;
        let apart = numbers.apart::<APART>()?;
        let elements = copy::to_vec(Source::new(given.elements, &apart));
        Ok(Joined::Copied(Tensor::owned(elements, layout)))
    }
}

/// The buffer of an operand under a layout, or a copy of its elements.
enum Joined<T, const O: usize> {
    Kept(Layout<O>),
    Copied(Tensor<T, O>),
}

/// What each row of the table has.
macro_rules! operand {
    ([$($generic:tt)*] $X:ty { $($items:tt)* }) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, const R: usize> PatternOperand<T, R> for $X {
            fn has_rank(_: Seal) {}
        }

        #[diagnostic::do_not_recommend]
        impl<$($generic)*, const R: usize, const E: usize, const LEAST: usize>
            EllipsisOperand<T, LEAST> for $X
        where
            Rank<R>: Minus<Rank<LEAST>, Output = Rank<E>>,
        {
            type Rest = Rank<E>;

            fn has_rank(_: Seal) {}
        }

        #[diagnostic::do_not_recommend]
        impl<$($generic)*, const R: usize> Operand<T> for $X {
            type Itself = Self;

            #[inline(always)]
            fn into_itself(self, _: Seal) -> Self {
                self
            }

            #[inline]
            fn given(&self, _: Seal) -> Given<'_, T> {
                let x: &TensorRef<T, R> = self;
                Given { elements: x.span(), lies: Lies::new(x.layout()) }
            }

            $($items)*
        }
    };
}

/// Rows of operands that are read: the type of views of them, and such a view.
macro_rules! read {
    ($([$($generic:tt)*] $X:ty => $View:ty: |$x:ident, $layout:ident| $read:expr
        $(, kept by $kept:expr)?;)+) => { $(
        operand! { [$($generic)*] $X {
            type View<const O: usize> = $View;
            type Joined<const O: usize> = Tensor<T, O>;
            type Read<const O: usize> = $View;

            #[inline]
            fn into_arranged<const O: usize>(
                self,
                by: Arrangement<'_>,
                _: Seal,
            ) -> Result<$View, ShapeError> {
                let layout = by.of::<T, R, O>(self.layout())?;
                Ok(self.into_read(layout, Seal))
            }

            #[inline]
            fn into_joined<const O: usize, const APART: usize>(
                self,
                by: Arrangement<'_>,
                _: Seal,
            ) -> Result<Tensor<T, O>, ShapeError>
            where
                T: Clone,
            {
                self.into_owned::<O, APART>(by, Seal)
            }

            #[inline]
            fn into_read<const O: usize>(self, $layout: Layout<O>, _: Seal) -> $View {
                let $x = self;
                $read
            }

            $(
            const KEEPS: bool = true;

            #[inline]
            fn into_kept<const O: usize>(self, $layout: Layout<O>, _: Seal) -> Tensor<T, O> {
                let $x = self;
                $kept
            }
            )?
        } }
    )+ };
}

read! {
    ['a, T] &'a TensorRef<T, R> => TensorView<'a, T, O>: |x, layout| x.with_layout(layout);
    ['a, T] &TensorView<'a, T, R> => TensorView<'a, T, O>: |x, layout| (*x).into_layout(layout);
    ['a, T] &'a TensorViewMut<'_, T, R> => TensorView<'a, T, O>: |x, layout| x.with_layout(layout);
    ['a, T] TensorView<'a, T, R> => TensorView<'a, T, O>: |x, layout| x.into_layout(layout);
    ['a, T] &'a Tensor<T, R> => TensorView<'a, T, O>: |x, layout| x.with_layout(layout),
        kept by x.share_with(layout);
    [T] Tensor<T, R> => Tensor<T, O>: |x, layout| x.into_layout(layout),
        kept by x.into_layout(layout);
}

/// Rows of operands that are written: a mutable view, and a view of another layout.
macro_rules! written {
    ($([$($generic:tt)*] $X:ty: |$x:ident| $view:expr, |$layout:ident| $read:expr;)+) => { $(
        operand! { [$($generic)*] $X {
            type View<const O: usize> = TensorViewMut<'a, T, O>;
            type Joined<const O: usize> = TensorViewMut<'a, T, O>;
            type Read<const O: usize> = TensorView<'a, T, O>;

            #[inline]
            fn into_arranged<const O: usize>(
                self,
                by: Arrangement<'_>,
                _: Seal,
            ) -> Result<TensorViewMut<'a, T, O>, ShapeError> {
                let $x = self;
                // First: what is shared is copied before, and then lies as the copy does.
                let x: TensorViewMut<'a, T, R> = $view;
                by.of_mut::<T, R, O>(x)
            }

            #[inline]
            fn into_joined<const O: usize, const APART: usize>(
                self,
                by: Arrangement<'_>,
                _: Seal,
            ) -> Result<TensorViewMut<'a, T, O>, ShapeError>
            where
                T: Clone,
            {
                self.into_arranged(by, Seal)
            }

            #[inline]
            fn into_read<const O: usize>(self, $layout: Layout<O>, _: Seal) -> TensorView<'a, T, O> {
                let $x = self;
                $read
            }
        } }
    )+ };
}

written! {
    ['a, T] &'a mut TensorRef<T, R>: |x| x.view_mut(), |layout| x.with_layout(layout);
    ['a, T: Clone] &'a mut Tensor<T, R>: |x| x.view_mut(), |layout| x.with_layout(layout);
    ['a, T] &'a mut TensorViewMut<'_, T, R>: |x| x.view_mut(), |layout| x.with_layout(layout);
    ['a, T] TensorViewMut<'a, T, R>:
        |x| x, |layout| TensorView::new(x.into_parts().0.into_span(), layout);
}
