//! `reduce!`: the axes that the right side lacks are reduced, the others rearranged.

use super::Outcome;
use super::numbers::Numbers;
use super::recipe::Recipe;
use crate::error::ShapeError;
use crate::layout::{Layout, Offsets};
use crate::ops::Mean;
use crate::rank::{Minus, Over, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView};
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
>(pub &'static Recipe);

/// An operand that is ready to be reduced.
pub struct Reducing<'a, T, const O: usize, const N: usize, const APART: usize, const SPLIT: usize> {
    recipe: &'static Recipe,
    /// The operand with all axes apart: `APART` axes that are kept, then the reduced ones.
    split: TensorView<'a, T, SPLIT>,
    /// The reduced axes at index zero of the others.
    block: Layout<N>,
    shape: [usize; O],
    /// What is wrong if each result has to be one of the elements.
    nothing: Option<ShapeError>,
}

/// Rows `what becomes of "...": [generics] rank of the operand -> rank of the result, rank of what is
/// reduced, where [bounds]`.
macro_rules! reduces {
    ($($ellipsis:literal: [$($generic:tt)*] $R:ident -> $O:ident, $N:ident where [$($bound:tt)*];)+) => { $(
        impl<
            const IN: usize,
            const OUT: usize,
            const REDUCED: usize,
            const APART: usize,
            const SPLIT: usize,
        > Reduce<$ellipsis, IN, OUT, REDUCED, APART, SPLIT>
        {
            /// The operand by the pattern, still to be reduced.
            #[inline]
            pub fn of<'a, T, $($generic)*>(
                self,
                x: &'a TensorRef<T, $R>,
                sizes: &[usize],
            ) -> Outcome<Reducing<'a, T, $O, $N, APART, SPLIT>>
            where
                $($bound)*
            {
                Outcome(prepare(self.0, x.view(), sizes))
            }
        }
    )+ };
}

reduces! {
    0: [] IN -> OUT, REDUCED where [];
    1: [const R: usize, const E: usize, const O: usize] R -> O, REDUCED where [
        Rank<R>: Minus<Rank<IN>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<OUT>, Output = Rank<O>>,
    ];
    2: [const R: usize, const E: usize] R -> OUT, REDUCED where [
        Rank<R>: Minus<Rank<IN>, Output = Rank<E>>,
    ];
    3: [const R: usize, const E: usize, const N: usize] R -> OUT, N where [
        Rank<R>: Minus<Rank<IN>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<REDUCED>, Output = Rank<N>>,
    ];
}

fn prepare<
    'a,
    T,
    const R: usize,
    const O: usize,
    const N: usize,
    const APART: usize,
    const SPLIT: usize,
>(
    recipe: &'static Recipe,
    x: TensorView<'a, T, R>,
    sizes: &[usize],
) -> Result<Reducing<'a, T, O, N, APART, SPLIT>, ShapeError> {
    let (shape, strides) = (x.shape(), x.strides());
    let mut numbers = Numbers::new::<T, R>(recipe, x.layout(), &shape, &strides);
    numbers.find(sizes)?;
    Ok(Reducing {
        recipe,
        split: x.into_layout(numbers.split_at(APART)?),
        block: numbers.reduced()?,
        shape: numbers.shape(),
        nothing: numbers.nothing(),
    })
}

/// The axes from `KEPT` on: what is reduced of a tensor whose other axes come first.
#[derive(Clone, Copy)]
struct Behind<const KEPT: usize>;

impl<const KEPT: usize> crate::rank::seal::Sealed for Behind<KEPT> {}

impl<const R: usize, const KEPT: usize> Over<R> for Behind<KEPT> {
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

impl<T, const O: usize, const N: usize, const APART: usize, const SPLIT: usize>
    Reducing<'_, T, O, N, APART, SPLIT>
{
    /// The sums.
    #[track_caller]
    pub fn sum(self) -> Outcome<Tensor<T, O>>
    where
        T: Clone + Zero,
    {
        Outcome(in_shape(self.recipe, self.split.sum(Behind::<APART>), self.shape))
    }

    /// The products.
    #[track_caller]
    pub fn prod(self) -> Outcome<Tensor<T, O>>
    where
        T: Clone + One,
    {
        Outcome(in_shape(self.recipe, self.split.prod(Behind::<APART>), self.shape))
    }

    /// The means.
    #[track_caller]
    pub fn mean(self) -> Outcome<Tensor<T, O>>
    where
        T: Mean,
    {
        Outcome(in_shape(self.recipe, self.split.mean(Behind::<APART>), self.shape))
    }

    /// The least elements.
    pub fn min(self) -> Outcome<Tensor<T, O>>
    where
        T: PartialOrd + Clone,
    {
        Outcome(match self.nothing {
            Some(error) => Err(error),
            None => in_shape(self.recipe, self.split.min(Behind::<APART>), self.shape),
        })
    }

    /// The greatest elements.
    pub fn max(self) -> Outcome<Tensor<T, O>>
    where
        T: PartialOrd + Clone,
    {
        Outcome(match self.nothing {
            Some(error) => Err(error),
            None => in_shape(self.recipe, self.split.max(Behind::<APART>), self.shape),
        })
    }

    /// Whether any element is true.
    pub fn any(self) -> Outcome<Tensor<T, O>>
    where
        T: Truth,
    {
        Outcome(in_shape(self.recipe, T::any::<SPLIT, APART>(&self.split), self.shape))
    }

    /// Whether all elements are true.
    pub fn all(self) -> Outcome<Tensor<T, O>>
    where
        T: Truth,
    {
        Outcome(in_shape(self.recipe, T::all::<SPLIT, APART>(&self.split), self.shape))
    }

    /// What the closure makes of each block of elements that are reduced to one.
    pub fn by<U>(self, mut f: impl FnMut(TensorView<'_, T, N>) -> U) -> Outcome<Tensor<U, O>> {
        let kept = self.split.layout();
        let (shape, strides): ([usize; APART], [isize; APART]) = (
            core::array::from_fn(|i| kept.shape()[i]),
            core::array::from_fn(|i| kept.strides()[i]),
        );
        let starts = Layout::strided_in("reduce", shape, strides, kept.offset(), size_of::<T>());
        Outcome(starts.and_then(|starts| {
            let mut results = Vec::new();
            let mut offsets = Offsets::new(&starts);
            while let Some(offset) = offsets.next() {
                results.push(f(self.split.with_layout(self.block.starting_at(offset))));
            }
            in_shape(self.recipe, Tensor::owned(results, starts.to_row_major()), self.shape)
        }))
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
    fn any<const R: usize, const APART: usize>(_: &TensorView<'_, Self, R>) -> Tensor<Self, APART>;
    /// Whether all elements are true, of each block.
    fn all<const R: usize, const APART: usize>(_: &TensorView<'_, Self, R>) -> Tensor<Self, APART>;
}

#[diagnostic::do_not_recommend]
impl Truth for bool {
    fn any<const R: usize, const APART: usize>(x: &TensorView<'_, bool, R>) -> Tensor<bool, APART> {
        x.any(Behind::<APART>)
    }

    fn all<const R: usize, const APART: usize>(x: &TensorView<'_, bool, R>) -> Tensor<bool, APART> {
        x.all(Behind::<APART>)
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
/// The result is a tensor of its own, in row-major order.
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
    // Reads a pattern into a type, as `rearrange!` does.
    (@$read:ident ($($by:tt)*) $pattern:literal $($name:ident)*) => {{
        const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::$read(
            $($by)* $pattern,
            &[$(::core::stringify!($name)),*],
        );
        $crate::notation::Reduce::<
            { PATTERN.ellipsis() },
            { PATTERN.rank_in() },
            { PATTERN.rank_out() },
            { PATTERN.rank_reduced() },
            { PATTERN.rank_apart() },
            { PATTERN.rank_split() },
        >(&PATTERN)
    }};
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ::core::compile_error!(
            "reduce! is not told how to reduce the axes: name sum, mean, min, max, prod, any or all \
             behind the pattern, or write a closure, `|block| ..`"
        )
    };
    ($x:expr, $pattern:literal, $by:ident $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::reduce!(@reduce_by (::core::stringify!($by),) $pattern $($name)*)
            .of($x, &[$($size),*])
            .value()
            .$by()
            .value()
    };
    ($x:expr, $pattern:literal, $by:expr $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::reduce!(@reduce () $pattern $($name)*).of($x, &[$($size),*]).value().by($by).value()
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
        $crate::reduce!(@reduce_by (::core::stringify!($by),) $pattern $($name)*)
            .of($x, &[$($size),*])
            .0
            .and_then(|operand| operand.$by().0)
    };
    ($x:expr, $pattern:literal, $by:expr $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::reduce!(@reduce () $pattern $($name)*)
            .of($x, &[$($size),*])
            .0
            .and_then(|operand| operand.by($by).0)
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_reduce! takes a tensor, a pattern in quotes, a reduction, and sizes of axes: \
             `try_reduce!(&x, \"(h p) w -> h w\", max, p = 2)`"
        )
    };
}
