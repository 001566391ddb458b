//! `reduce!`: the axes that the right side lacks are reduced, the others rearranged.

use super::Outcome;
use super::numbers::Numbers;
use super::operand::{EllipsisOperand, Given, PatternOperand};
use super::recipe::{PatternMacro, Recipe};
use crate::error::ShapeError;
use crate::layout::{Layout, Offsets};
use crate::ops::Mean;
use crate::rank::seal::{Seal, SealedOver};
use crate::rank::{Over, Plus, Rank};
use crate::tensor::{Tensor, TensorView};
use alloc::vec::Vec;
use num_traits::{One, Zero};

/// A pattern of `reduce!` with what its type tells: what `...` becomes, the rank of the operand,
/// that of the result and how many axes are reduced, all without `...`; the rank of the result with
/// all axes apart, and that rank with the reduced axes.
#[derive(Clone, Copy)]
pub struct Reduce<
    const ELLIPSIS: usize,
    const IN: usize,
    const OUT: usize,
    const REDUCED: usize,
    const APART: usize,
    const SPLIT: usize,
>(&'static Recipe);

impl<
    const ELLIPSIS: usize,
    const IN: usize,
    const OUT: usize,
    const REDUCED: usize,
    const APART: usize,
    const SPLIT: usize,
> Reduce<ELLIPSIS, IN, OUT, REDUCED, APART, SPLIT>
{
    /// A pattern with the type that it has.
    #[track_caller]
    pub const fn new(recipe: &'static Recipe) -> Self {
        assert!(
            recipe.is(PatternMacro::Reduce)
                && recipe.ellipsis() == ELLIPSIS
                && recipe.rank_in() == IN
                && recipe.rank_out() == OUT
                && recipe.rank_reduced() == REDUCED
                && recipe.rank_apart() == APART
                && recipe.rank_split() == SPLIT,
            "this type is that of another pattern"
        );
        Reduce(recipe)
    }
}

/// An operand that is ready to be reduced.
struct ReduceOperand<'a, T, const O: usize, const N: usize, const APART: usize, const SPLIT: usize>
{
    recipe: &'static Recipe,
    /// The operand with all axes apart: `APART` axes that are kept, then the reduced ones.
    split: TensorView<'a, T, SPLIT>,
    /// The reduced axes at index zero of the others.
    block: Layout<N>,
    shape: [usize; O],
    /// What is wrong if each result has to be one of the elements.
    nothing: Option<ShapeError>,
}

/// Reductions by name, each with a bound on the elements; then rows `what becomes of "...":
/// [generics] rank of the result, rank of what is reduced, where [bounds]`. For each row a method for
/// each reduction.
macro_rules! reduces {
    ($by:tt; $($ellipsis:literal: $generics:tt $O:ident, $N:ident where $bounds:tt;)+) => { $(
        impl<
            const IN: usize,
            const OUT: usize,
            const REDUCED: usize,
            const APART: usize,
            const SPLIT: usize,
        > Reduce<$ellipsis, IN, OUT, REDUCED, APART, SPLIT>
        {
            reduces! { @named $by $generics $O, $N where $bounds }
            reduces! { @closure $generics $O, $N where $bounds }
        }
    )+ };
    (@named [$($name:ident where $element:tt;)+] $generics:tt $O:ident, $N:ident
        where $bounds:tt) => {
        $(reduces! { @method $name $element $generics $O, $N where $bounds })+
    };
    (@method $name:ident [$($element:tt)*] [$($generic:tt)*] $O:ident, $N:ident
        where [$($bound:tt)*]) => {
        /// As the method of the same name.
        #[track_caller]
        #[inline]
        pub fn $name<T, X, $($generic)*>(self, x: X, sizes: &[usize]) -> Outcome<Tensor<T, $O>>
        where
            $($bound)*
            $($element)*
        {
            // No closure, which would lose the caller.
            match ReduceOperand::<T, $O, $N, APART, SPLIT>::new(self.0, x.given(Seal), sizes) {
                Ok(reducing) => Outcome(reducing.$name()),
                Err(error) => Outcome(Err(error)),
            }
        }
    };
    (@closure [$($generic:tt)*] $O:ident, $N:ident where [$($bound:tt)*]) => {
        /// What the closure makes of each block of elements that are reduced to one.
        #[inline]
        pub fn by<U, T, X, $($generic)*>(
            self,
            x: X,
            sizes: &[usize],
            f: impl FnMut(TensorView<'_, T, $N>) -> U,
        ) -> Outcome<Tensor<U, $O>>
        where
            $($bound)*
        {
            let reducing = ReduceOperand::<T, $O, $N, APART, SPLIT>::new(self.0, x.given(Seal), sizes);
            Outcome(reducing.and_then(|reducing| reducing.by(f)))
        }
    };
}

reduces! {
    [
        sum where [T: Clone + Zero];
        prod where [T: Clone + One];
        mean where [T: Mean];
        min where [T: PartialOrd + Clone];
        max where [T: PartialOrd + Clone];
        any where [T: Truth];
        all where [T: Truth];
    ];
    0: [] OUT, REDUCED where [X: PatternOperand<T, IN>,];
    1: [const E: usize, const O: usize] O, REDUCED where [
        X: EllipsisOperand<T, IN, Rest = Rank<E>>,
        Rank<E>: Plus<Rank<OUT>, Output = Rank<O>>,
    ];
    2: [] OUT, REDUCED where [X: EllipsisOperand<T, IN>,];
    3: [const E: usize, const N: usize] OUT, N where [
        X: EllipsisOperand<T, IN, Rest = Rank<E>>,
        Rank<E>: Plus<Rank<REDUCED>, Output = Rank<N>>,
    ];
}

/// The axes from `KEPT` on: what is reduced of a tensor whose other axes come first.
#[derive(Clone, Copy)]
struct AxesFrom<const KEPT: usize>;

#[diagnostic::do_not_recommend]
impl<const R: usize, const KEPT: usize> SealedOver<R> for AxesFrom<KEPT> {}

#[diagnostic::do_not_recommend]
impl<const R: usize, const KEPT: usize> Over<R> for AxesFrom<KEPT> {
    type Output = Rank<KEPT>;
    const REDUCED: [bool; R] = {
        let (mut marks, mut axis) = ([false; R], KEPT);
        while axis < R {
            marks[axis] = true;
            axis += 1;
        }
        marks
    };
    const KEEP: bool = false;
}

impl<'a, T, const O: usize, const N: usize, const APART: usize, const SPLIT: usize>
    ReduceOperand<'a, T, O, N, APART, SPLIT>
{
    fn new(
        recipe: &'static Recipe,
        given: Given<'a, T>,
        sizes: &[usize],
    ) -> Result<Self, ShapeError> {
        let mut numbers = Numbers::new(recipe, given.lies, size_of::<T>());
        numbers.find(sizes)?;
        Ok(ReduceOperand {
            recipe,
            split: TensorView::new(given.elements, numbers.split_at(APART)?),
            block: numbers.reduced()?,
            shape: numbers.shape(),
            nothing: numbers.nothing(),
        })
    }

    #[track_caller]
    fn sum(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero,
    {
        in_shape(self.recipe, self.split.sum(AxesFrom::<APART>), self.shape)
    }

    #[track_caller]
    fn prod(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + One,
    {
        in_shape(self.recipe, self.split.prod(AxesFrom::<APART>), self.shape)
    }

    #[track_caller]
    fn mean(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Mean,
    {
        in_shape(self.recipe, self.split.mean(AxesFrom::<APART>), self.shape)
    }

    fn min(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
    {
        match self.nothing {
            Some(error) => Err(error),
            None => in_shape(self.recipe, self.split.min(AxesFrom::<APART>), self.shape),
        }
    }

    fn max(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
    {
        match self.nothing {
            Some(error) => Err(error),
            None => in_shape(self.recipe, self.split.max(AxesFrom::<APART>), self.shape),
        }
    }

    fn any(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Truth,
    {
        in_shape(self.recipe, T::any::<SPLIT, APART>(&self.split, Seal), self.shape)
    }

    fn all(self) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Truth,
    {
        in_shape(self.recipe, T::all::<SPLIT, APART>(&self.split, Seal), self.shape)
    }

    fn by<U>(
        self,
        mut f: impl FnMut(TensorView<'_, T, N>) -> U,
    ) -> Result<Tensor<U, O>, ShapeError> {
        let kept = self.split.layout();
        let (shape, strides): ([usize; APART], [isize; APART]) = (
            core::array::from_fn(|i| kept.shape()[i]),
            core::array::from_fn(|i| kept.strides()[i]),
        );
        let starts = Layout::strided_in("reduce", shape, strides, kept.offset(), size_of::<T>())?;
        let mut results = Vec::new();
        for offset in Offsets::new(&starts) {
            results.push(f(self.split.with_layout(self.block.starting_at(offset))));
        }
        in_shape(self.recipe, Tensor::owned(results, starts.to_row_major()), self.shape)
    }
}

/// Elements that `any` and `all` take: `bool`. A trait, so that others are refused in words.
#[diagnostic::on_unimplemented(
    message = "`any` and `all` reduce a tensor of `bool`, found elements of type `{Self}`",
    label = "not a tensor of `bool`",
    note = "a comparison makes one, as in `x.greater(0.0)`"
)]
pub trait Truth: Sized {
    /// Whether any element is true, of each block.
    #[doc(hidden)]
    fn any<const R: usize, const APART: usize>(
        _: &TensorView<'_, Self, R>,
        _: Seal,
    ) -> Tensor<Self, APART>;

    /// Whether all elements are true, of each block.
    #[doc(hidden)]
    fn all<const R: usize, const APART: usize>(
        _: &TensorView<'_, Self, R>,
        _: Seal,
    ) -> Tensor<Self, APART>;
}

#[diagnostic::do_not_recommend]
impl Truth for bool {
    fn any<const R: usize, const APART: usize>(
        x: &TensorView<'_, bool, R>,
        _: Seal,
    ) -> Tensor<bool, APART> {
        x.any(AxesFrom::<APART>)
    }

    fn all<const R: usize, const APART: usize>(
        x: &TensorView<'_, bool, R>,
        _: Seal,
    ) -> Tensor<bool, APART> {
        x.all(AxesFrom::<APART>)
    }
}

/// The results, which are in the order of the right side, with the axes of its groups joined.
fn in_shape<T, const APART: usize, const O: usize>(
    recipe: &Recipe,
    reduced: Tensor<T, APART>,
    shape: [usize; O],
) -> Result<Tensor<T, O>, ShapeError> {
    let joined = reduced.layout().reshape_view(shape, size_of::<T>());
    let layout = joined.map_err(|error| error.during("reduce").of_pattern(recipe.pattern))?;
    let (storage, _) = reduced.into_parts();
    Ok(Tensor::new(storage, layout))
}

/// Reduces the axes of a tensor that the right side of a pattern lacks, and rearranges the others.
///
/// `"b c (h 2) (w 2) -> b c h w", max: [b, c, h * 2, w * 2] -> [b, c, h, w]`
///
/// The pattern is one of [`rearrange!`](crate::rearrange!); a number on the left side is an axis of
/// that size. The reduction is `sum`, `mean`, `min`, `max`, `prod`, `any`, `all`, with the values that
/// the methods of these names give, or a closure. Sizes of axes come behind it.
///
/// ```
/// use holor::prelude::*;
///
/// let x = tensor![[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
/// assert_eq!(reduce!(&x, "h w -> w", sum), tensor![6.0, 8.0, 10.0, 12.0]);
/// assert_eq!(reduce!(&x, "(h 2) (w 2) -> h w", max), tensor![[6.0, 8.0]]);
/// assert_eq!(reduce!(&x, "h (w p) -> h w", mean, p = 2), tensor![[1.5, 3.5], [5.5, 7.5]]);
/// assert_eq!(reduce!(&x, "h w -> 1 w", min).shape(), [1, 4]);
/// assert_eq!(reduce!(&x, "... -> ", sum).item(), 36.0);
/// ```
///
/// A closure is given, for each element of the result, a view of the elements that it is made of: one
/// axis for each axis that is reduced, in the order of the left side, so its rank is known. What the
/// closure returns is the element; it can be of any type.
///
/// ```
/// use holor::prelude::*;
///
/// let x = tensor![[1, 2, 3, 4], [5, 6, 7, 8]];
/// let spread = reduce!(&x, "(h 2) (w 2) -> h w", |block| {
///     let block: TensorView<'_, i32, 2> = block; // [2, 2]
///     block.max(All).item() - block.min(All).item()
/// });
/// assert_eq!(spread, tensor![[5, 5]]);
/// let folded: Vector<i32> = reduce!(&x, "h w -> w", |column| column.iter().fold(0, |a, b| a ^ b));
/// assert_eq!(folded, tensor![4, 4, 4, 12]);
/// ```
///
/// The operand is `&x`, `&mut x` or `x`, of a tensor or a view. The result is a tensor of its own, in
/// row-major order.
///
/// ```compile_fail,E0080
/// use holor::prelude::*;
///
/// reduce!(&tensor![[1, 2], [3, 4]], "h w -> h", maximum); // there is no reduction `maximum`
/// ```
///
/// # Panics
/// As [`rearrange!`](crate::rearrange!), and when `min` or `max` have nothing to choose from:
/// ``reduce "h w -> h": [2, 0]: axis 1 is empty``.
///
/// einops: `reduce`, whose callable takes the whole tensor and the numbers of the axes.
#[macro_export]
macro_rules! reduce {
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ::core::compile_error!(
            "reduce! is not told how to reduce the axes: name sum, mean, min, max, prod, any or all \
             behind the pattern, or write a closure, `|block| ..`"
        )
    };
    ($x:expr, $pattern:literal, $by:ident $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::reduce_by(
                ::core::stringify!($by),
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Reduce<
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_reduced() },
                { PATTERN.rank_apart() },
                { PATTERN.rank_split() },
            > = $crate::notation::Reduce::new(&PATTERN);
            TYPED
        })
        .$by($x, &[$($size),*])
        .value()
    };
    ($x:expr, $pattern:literal, $by:expr $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::reduce(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Reduce<
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_reduced() },
                { PATTERN.rank_apart() },
                { PATTERN.rank_split() },
            > = $crate::notation::Reduce::new(&PATTERN);
            TYPED
        })
        .by($x, &[$($size),*], $by)
        .value()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "reduce! takes a tensor, a pattern in quotes, a reduction, and sizes of axes: \
             `reduce!(&x, \"(h p) w -> h w\", max, p = 2)`"
        )
    };
}

/// Returns what [`reduce!`] does, or the error it would panic with.
///
/// ```
/// use holor::prelude::*;
/// use holor::try_reduce;
///
/// let error = try_reduce!(&Tensor::<i32, 2>::zeros([2, 0]), "h w -> h", max).unwrap_err();
/// assert_eq!(error.to_string(), "reduce \"h w -> h\": [2, 0]: axis 1 is empty");
/// ```
///
/// # Errors
/// As [`try_rearrange!`](crate::try_rearrange!); [`Empty`](crate::ErrorKind::Empty) when `min` or `max`
/// have nothing to choose from.
#[macro_export]
macro_rules! try_reduce {
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ::core::compile_error!(
            "try_reduce! is not told how to reduce the axes: name sum, mean, min, max, prod, any or \
             all behind the pattern, or write a closure, `|block| ..`"
        )
    };
    ($x:expr, $pattern:literal, $by:ident $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::reduce_by(
                ::core::stringify!($by),
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Reduce<
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_reduced() },
                { PATTERN.rank_apart() },
                { PATTERN.rank_split() },
            > = $crate::notation::Reduce::new(&PATTERN);
            TYPED
        })
        .$by($x, &[$($size),*])
        .result()
    };
    ($x:expr, $pattern:literal, $by:expr $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::reduce(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Reduce<
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_reduced() },
                { PATTERN.rank_apart() },
                { PATTERN.rank_split() },
            > = $crate::notation::Reduce::new(&PATTERN);
            TYPED
        })
        .by($x, &[$($size),*], $by)
        .result()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_reduce! takes a tensor, a pattern in quotes, a reduction, and sizes of axes: \
             `try_reduce!(&x, \"(h p) w -> h w\", max, p = 2)`"
        )
    };
}
