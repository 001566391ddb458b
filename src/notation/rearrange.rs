//! `rearrange!` and `repeat!`: views where one exists, one copy where none does.

use super::Outcome;
use super::operand::{Arrangement, EllipsisOperand, Operand, PatternOperand};
use super::recipe::Recipe;
use crate::rank::seal::Seal;
use crate::rank::{Plus, Rank};
use crate::tensor::Tensor;

/// A pattern of `rearrange!` or `repeat!` with what its type tells: what the result is, what `...`
/// becomes, the rank of the operand and that of the result without `...`, and the rank with all axes
/// apart.
///
/// Its recipe is that of its type, or it is not made:
///
/// ```compile_fail,E0080
/// use holor::notation::{Rearrange, Recipe};
///
/// const RECIPE: Recipe = Recipe::reduce("h w -> h", &[]);
/// const PAIRED: Rearrange<0, 0, 2, 1, 1> = Rearrange::new(&RECIPE);
/// # let _ = PAIRED;
/// ```
///
/// ```compile_fail,E0423
/// use holor::notation::{Rearrange, Recipe};
///
/// const RECIPE: Recipe = Recipe::reduce("h w -> h", &[]);
/// let _: Rearrange<0, 0, 2, 1, 1> = Rearrange(&RECIPE); // its field is private
/// ```
#[derive(Clone, Copy)]
pub struct Rearrange<
    const RESULT: usize,
    const ELLIPSIS: usize,
    const IN: usize,
    const OUT: usize,
    const APART: usize,
>(&'static Recipe);

impl<
    const RESULT: usize,
    const ELLIPSIS: usize,
    const IN: usize,
    const OUT: usize,
    const APART: usize,
> Rearrange<RESULT, ELLIPSIS, IN, OUT, APART>
{
    /// A pattern with the type that it has.
    #[track_caller]
    pub const fn new(recipe: &'static Recipe) -> Self {
        assert!(
            recipe.result() == RESULT
                && recipe.ellipsis() == ELLIPSIS
                && recipe.rank_in() == IN
                && recipe.rank_out() == OUT
                && recipe.rank_apart() == APART,
            "this type is that of another pattern"
        );
        Rearrange(recipe)
    }
}

/// Rows `what becomes of "...": [generics] rank of the result where [bounds]`: for each of them what
/// the result is, by the numbers of [`Recipe::result`]. It has a name of its own, `Y`: of an operand
/// that is no tensor, rustc would say another time that there is no such result. `copied` is the bound
/// of elements that may be copied; all bounds stand in the rows, for rustc shows where they stand.
macro_rules! rearranges {
    (copied $copied:tt; $($ellipsis:literal: $generics:tt $O:ident where $bounds:tt;)+) => {
        $(rearranges! { @ $ellipsis: $generics $O where $bounds, copied $copied })+
    };
    (@ $ellipsis:literal: [$($generic:tt)*] $O:ident where [$($bound:tt)*],
        copied [$($copied:tt)*]) => {
        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<0, $ellipsis, IN, OUT, APART>
        {
            /// The operand by the right side of the pattern: a view.
            #[inline]
            pub fn of<T, X, Y, $($generic)*>(self, x: X, sizes: &[usize]) -> Outcome<Y>
            where
                $($bound)*
                X: Operand<T, View<$O> = Y>,
            {
                Outcome(x.into_arranged::<$O>(Arrangement { recipe: self.0, sizes }, Seal))
            }
        }

        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<1, $ellipsis, IN, OUT, APART>
        {
            /// The operand by the right side of the pattern: owned, or written.
            #[inline]
            pub fn of<T, X, Y, $($generic)*>(self, x: X, sizes: &[usize]) -> Outcome<Y>
            where
                $($bound)*
                X: Operand<T, Joined<$O> = Y>,
                $($copied)*
            {
                let by = Arrangement { recipe: self.0, sizes };
                Outcome(x.into_joined::<$O, APART>(by, Seal))
            }
        }

        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<2, $ellipsis, IN, OUT, APART>
        {
            /// The operand by the right side of the pattern: a view that reads.
            #[inline]
            pub fn of<T, X, Y, $($generic)*>(self, x: X, sizes: &[usize]) -> Outcome<Y>
            where
                $($bound)*
                X: Operand<T, Read<$O> = Y>,
            {
                let layout = Arrangement { recipe: self.0, sizes }.read::<T, $O>(x.given(Seal));
                Outcome(layout.map(|layout| x.into_read::<$O>(layout, Seal)))
            }
        }

        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<3, $ellipsis, IN, OUT, APART>
        {
            /// The operand by the right side of the pattern: owned.
            #[inline]
            pub fn of<T, X, $($generic)*>(self, x: X, sizes: &[usize]) -> Outcome<Tensor<T, $O>>
            where
                $($bound)*
                $($copied)*
            {
                let by = Arrangement { recipe: self.0, sizes };
                Outcome(x.into_owned::<$O, APART>(by, Seal))
            }
        }
    };
}

rearranges! {
    copied [T: Clone,];
    0: [] OUT where [X: PatternOperand<T, IN>,];
    1: [const E: usize, const O: usize] O where [
        X: EllipsisOperand<T, IN, Rest = Rank<E>>,
        Rank<E>: Plus<Rank<OUT>, Output = Rank<O>>,
    ];
    2: [] OUT where [X: EllipsisOperand<T, IN>,];
}

/// Orders, splits and joins the axes of a tensor by a pattern, as einops does.
///
/// `"b (h p) (w q) c -> b (h w) (p q c)", p = 16, q = 16: [b, h * 16, w * 16, c] -> [b, h * w, 768]`
///
/// The left side names the axes of the operand, the right side those of the result, separated by
/// spaces. `(h p)` is one axis that is split, or joined; one size of a group is inferred, the others
/// are given behind the pattern. `1` and `()` are axes of size 1. `...` stands for any axes between;
/// on the right side it can be in a group.
///
/// ```
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
/// let planes = rearrange!(&image, "h w c -> c h w"); // [3, 4, 6], a view
/// assert!(planes.shares_memory_with(&image));
/// let patches = rearrange!(&image, "(h p) (w q) c -> (h w) (p q c)", p = 2, q = 2); // a copy
/// assert_eq!(patches.shape(), [6, 12]);
/// let flat: Tensor<f32, 2> = rearrange!(&image, "h ... -> h (...)"); // [4, 18]
/// ```
///
/// **What the result is** is told by the pattern and by how the operand is given. Where no two axes
/// become one, nothing is copied:
///
/// | operand | result | where axes are joined |
/// |---|---|---|
/// | `&x` of a tensor or a view, and a [`TensorView`](crate::TensorView) by value | a `TensorView` | a [`Tensor`](crate::Tensor): a copy, or of a `&Tensor` whose strides allow it another owner of its buffer |
/// | a `Tensor` by value | a `Tensor`, in the same buffer | a `Tensor`, in the same buffer if its strides allow it, else a copy |
/// | `&mut x`, and a [`TensorViewMut`](crate::TensorViewMut) by value | a `TensorViewMut` | a `TensorViewMut`, or an error if there are no strides for it |
///
/// ```
/// use holor::prelude::*;
///
/// fn load() -> Tensor<f32, 3> {
///     let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
///     rearrange!(image, "h w c -> c h w") // by value: [3, 4, 6], no copy
/// }
/// assert_eq!(load().shape(), [3, 4, 6]);
///
/// // A view by value gives one that lives as long.
/// fn turned<'a>(x: TensorView<'a, f32, 2>) -> TensorView<'a, f32, 2> {
///     rearrange!(x, "a b -> b a")
/// }
/// assert_eq!(turned(tensor![[1.0, 2.0]].view()).shape(), [2, 1]);
///
/// let mut m = tensor![[1, 2, 3, 4], [5, 6, 7, 8]];
/// rearrange!(&mut m, "h (w q) -> q h w", q = 2).index_axis(Axis::<0>, 1).fill(0);
/// assert_eq!(m, tensor![[1, 0, 3, 0], [5, 0, 7, 0]]);
/// ```
///
/// The pattern is read by the compiler, and the ranks are those of the types:
///
/// ```compile_fail,E0080
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
/// rearrange!(&image, "h w c -> c h"); // axis `w` is on the left side only
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
/// rearrange!(&image, "h w -> w h"); // the pattern needs a tensor of rank 2 here, found `&Tensor<f32, 3>`
/// ```
///
/// A list of tensors, which einops takes too, is stacked first: `&stack(Axis::<0>, &list)`.
///
/// # Panics
/// When a size does not fit, with the text of the error of [`try_rearrange!`](crate::try_rearrange!):
/// ``rearrange "(h p) w -> h p w": [5, 3]: axis 0, `(h p)`, has size 5, which 2 does not divide``.
///
/// einops: `rearrange`; numpy and torch: chains of `reshape`, `transpose`, `permute`.
#[macro_export]
macro_rules! rearrange {
    // No step of another macro, whose name would show up in messages. The operand and the sizes stay
    // outside of the block, whose items they must not see.
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::rearrange(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Rearrange<
                { PATTERN.result() },
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_apart() },
            > = $crate::notation::Rearrange::new(&PATTERN);
            TYPED
        })
        .of($x, &[$($size),*])
        .value()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "rearrange! takes a tensor, a pattern in quotes, and sizes of axes: \
             `rearrange!(&x, \"(h p) w -> h p w\", p = 2)`"
        )
    };
}

/// Returns what [`rearrange!`] does, or the error it would panic with.
///
/// ```
/// use holor::prelude::*;
/// use holor::try_rearrange;
///
/// let x = Tensor::<f32, 2>::zeros([5, 3]);
/// let error = try_rearrange!(&x, "(h p) w -> h p w", p = 2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "rearrange \"(h p) w -> h p w\": [5, 3]: axis 0, `(h p)`, has size 5, which 2 does not divide"
/// );
/// ```
///
/// # Errors
/// [`PatternSize`](crate::ErrorKind::PatternSize) and
/// [`PatternDivides`](crate::ErrorKind::PatternDivides) when a size does not fit;
/// [`PatternCopies`](crate::ErrorKind::PatternCopies) when a mutable view would have to be a copy;
/// [`TooLarge`](crate::ErrorKind::TooLarge).
#[macro_export]
macro_rules! try_rearrange {
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::rearrange(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Rearrange<
                { PATTERN.result() },
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_apart() },
            > = $crate::notation::Rearrange::new(&PATTERN);
            TYPED
        })
        .of($x, &[$($size),*])
        .result()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_rearrange! takes a tensor, a pattern in quotes, and sizes of axes: \
             `try_rearrange!(&x, \"(h p) w -> h p w\", p = 2)`"
        )
    };
}

/// Repeats the elements of a tensor along new axes, by a pattern, as einops does.
///
/// `"h w -> h w c", c = 3: [h, w] -> [h, w, 3]`
///
/// The pattern is one of [`rearrange!`]; axes that are on the right side only are new, and each has a
/// size behind the pattern, or is a number.
///
/// ```
/// use holor::prelude::*;
///
/// let grey = tensor![[1, 2], [3, 4]];
/// let image = repeat!(&grey, "h w -> h w c", c = 3); // [2, 2, 3], a view
/// assert_eq!(image.index_axis(Last, 2), grey);
/// assert!(image.shares_memory_with(&grey));
///
/// let larger = repeat!(&grey, "h w -> (h 2) (w 2)"); // [4, 4], a copy
/// assert_eq!(larger.index_axis(Axis::<0>, 1), tensor![1, 1, 2, 2]);
/// ```
///
/// A new axis by itself takes no memory: the result is a view, as that of
/// [`broadcast_to`](crate::TensorRef::broadcast_to), and of a [`Tensor`](crate::Tensor) by value a `Tensor`
/// in the same buffer. The view reads, of `&mut x` too: its elements come more than once. A new axis
/// that is joined with others makes a copy.
///
/// ```compile_fail,E0080
/// use holor::prelude::*;
///
/// repeat!(&tensor![[1, 2], [3, 4]], "h w -> h w c"); // axis `c` is new and has no size
/// ```
///
/// # Panics
/// As [`rearrange!`]; and when the result has more elements than memory can address.
///
/// einops: `repeat`; numpy: `broadcast_to`, `tile`, `repeat`; torch: `expand`, `repeat`,
/// `repeat_interleave`.
#[macro_export]
macro_rules! repeat {
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::repeat(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Rearrange<
                { PATTERN.result() },
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_apart() },
            > = $crate::notation::Rearrange::new(&PATTERN);
            TYPED
        })
        .of($x, &[$($size),*])
        .value()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "repeat! takes a tensor, a pattern in quotes, and sizes of axes: \
             `repeat!(&x, \"h w -> h w c\", c = 3)`"
        )
    };
}

/// Returns what [`repeat!`] does, or the error it would panic with.
///
/// # Errors
/// As [`try_rearrange!`](crate::try_rearrange!).
#[macro_export]
macro_rules! try_repeat {
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        ({
            const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::repeat(
                $pattern,
                &[$(::core::stringify!($name)),*],
            );
            const TYPED: $crate::notation::Rearrange<
                { PATTERN.result() },
                { PATTERN.ellipsis() },
                { PATTERN.rank_in() },
                { PATTERN.rank_out() },
                { PATTERN.rank_apart() },
            > = $crate::notation::Rearrange::new(&PATTERN);
            TYPED
        })
        .of($x, &[$($size),*])
        .result()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_repeat! takes a tensor, a pattern in quotes, and sizes of axes: \
             `try_repeat!(&x, \"h w -> h w c\", c = 3)`"
        )
    };
}
