//! `rearrange!` and `repeat!`: views where one exists, one copy where none does.

use super::Outcome;
use super::numbers::Numbers;
use super::recipe::Recipe;
use crate::error::ShapeError;
use crate::kernels::copy;
use crate::layout::Layout;
use crate::rank::{Minus, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::array::from_fn;

/// A pattern of `rearrange!` or `repeat!` with what its type tells: whether the result always is a
/// view, what `...` becomes, the rank of the operand and that of the result without `...`, and the
/// rank with all axes apart.
#[derive(Clone, Copy)]
pub struct Rearrange<
    const VIEW: bool,
    const ELLIPSIS: usize,
    const IN: usize,
    const OUT: usize,
    const APART: usize,
>(pub &'static Recipe);

/// Rows `what becomes of "...": [generics] rank of the operand -> rank of the result where [bounds]`.
macro_rules! rearranges {
    ($($ellipsis:literal: [$($generic:tt)*] $R:ident -> $O:ident where [$($bound:tt)*];)+) => { $(
        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<true, $ellipsis, IN, OUT, APART>
        {
            /// The operand seen by the right side of the pattern.
            #[inline]
            pub fn of<'x, T, $($generic)*>(
                self,
                x: &'x TensorRef<T, $R>,
                sizes: &[usize],
            ) -> Outcome<TensorView<'x, T, $O>>
            where
                $($bound)*
            {
                let layout = view::<T, $R, $O>(self.0, x.layout(), sizes);
                Outcome(layout.map(|layout| x.with_layout(layout)))
            }
        }

        impl<const IN: usize, const OUT: usize, const APART: usize>
            Rearrange<false, $ellipsis, IN, OUT, APART>
        {
            /// The operand by the right side of the pattern: owned, in the same memory if that is
            /// owned too and has strides for it, else copied.
            #[inline]
            pub fn of<T, $($generic)*>(
                self,
                x: &TensorRef<T, $R>,
                sizes: &[usize],
            ) -> Outcome<Tensor<T, $O>>
            where
                T: Clone,
                $($bound)*
            {
                Outcome(join::<T, $R, $O, APART>(self.0, x, sizes))
            }
        }

        impl<
            const VIEW: bool,
            const IN: usize,
            const OUT: usize,
            const APART: usize,
        > Rearrange<VIEW, $ellipsis, IN, OUT, APART>
        {
            /// The operand seen by the right side of the pattern, for writing.
            #[inline]
            pub fn of_mut<'a, T, $($generic)*>(
                self,
                x: &'a mut TensorRef<T, $R>,
                sizes: &[usize],
            ) -> Outcome<TensorViewMut<'a, T, $O>>
            where
                $($bound)*
            {
                let x = x.view_mut();
                let layout = view::<T, $R, $O>(self.0, x.layout(), sizes);
                Outcome(layout.map(|layout| x.into_layout(layout)))
            }
        }
    )+ };
}

rearranges! {
    0: [] IN -> OUT where [];
    1: [const R: usize, const E: usize, const O: usize] R -> O where [
        Rank<R>: Minus<Rank<IN>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<OUT>, Output = Rank<O>>,
    ];
    2: [const R: usize, const E: usize] R -> OUT where [
        Rank<R>: Minus<Rank<IN>, Output = Rank<E>>,
    ];
}

/// The layout of the right side, if the axes that it joins follow each other in memory.
#[inline]
fn view<T, const R: usize, const O: usize>(
    recipe: &Recipe,
    layout: &Layout<R>,
    sizes: &[usize],
) -> Result<Layout<O>, ShapeError> {
    if let (Some(order), true) = (&recipe.order, R == O) {
        // By far the fastest way for by far the most patterns. The broadcast to the same shape is
        // there for the rank to be called `O`.
        let permuted = layout.permute(from_fn(|axis| order[axis] as usize));
        return permuted.broadcast_to(from_fn(|axis| permuted.shape()[axis]), size_of::<T>());
    }
    let (shape, strides) = (layout.shape(), layout.strides());
    let mut numbers = Numbers::new::<T, R>(recipe, layout, &shape, &strides);
    numbers.find(sizes)?;
    numbers.view()
}

/// The elements by the right side of a pattern that joins axes.
fn join<T: Clone, const R: usize, const O: usize, const APART: usize>(
    recipe: &Recipe,
    x: &TensorRef<T, R>,
    sizes: &[usize],
) -> Result<Tensor<T, O>, ShapeError> {
    let (shape, strides) = (x.shape(), x.layout().strides());
    let mut numbers = Numbers::new::<T, R>(recipe, x.layout(), &shape, &strides);
    numbers.find(sizes)?;
    let (shape, _view) = numbers.shape_and_view()?;
    let layout = numbers.row_major(shape, size_of::<T>())?;
    Ok(Tensor::owned(copy::to_vec(x.source_with(&numbers.apart::<APART>()?)), layout))
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
/// **View or copy** is told by the pattern. Where no two axes become one, the result is a view of
/// any operand, on its storage. Where axes are joined it is an owned tensor: in the same memory if
/// the operand is owned and its strides allow it, else copied, once.
///
/// Operands are borrowed: `&x` of any storage, and `&mut x` for a mutable view of the result, which
/// is never a copy:
///
/// ```
/// use holor::prelude::*;
///
/// let mut m = tensor![[1, 2, 3, 4], [5, 6, 7, 8]];
/// let mut blocks = rearrange!(&mut m, "h (w q) -> w h q", q = 2);
/// blocks.view_mut().index_axis(Axis::<0>, 1).fill(0);
/// assert_eq!(m, tensor![[1, 2, 0, 0], [5, 6, 0, 0]]);
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
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
/// rearrange!(&image, "h w -> w h"); // expected `2`, found `3`
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
    // Reads a pattern into a type. A step of this macro, for the name of a helper would show up in
    // messages. The sizes and the operand stay outside of the block, whose items they must not see.
    (@$operation:ident $pattern:literal $($name:ident)*) => {{
        const PATTERN: $crate::notation::Recipe = $crate::notation::Recipe::$operation(
            $pattern,
            &[$(::core::stringify!($name)),*],
        );
        $crate::notation::Rearrange::<
            { PATTERN.is_view() },
            { PATTERN.ellipsis() },
            { PATTERN.rank_in() },
            { PATTERN.rank_out() },
            { PATTERN.rank_apart() },
        >(&PATTERN)
    }};
    (&mut $x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::rearrange!(@rearrange $pattern $($name)*).of_mut(&mut $x, &[$($size),*]).value()
    };
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::rearrange!(@rearrange $pattern $($name)*).of($x, &[$($size),*]).value()
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
    (&mut $x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::rearrange!(@rearrange $pattern $($name)*).of_mut(&mut $x, &[$($size),*]).0
    };
    ($x:expr, $pattern:literal $(, $name:ident = $size:expr)* $(,)?) => {
        $crate::rearrange!(@rearrange $pattern $($name)*).of($x, &[$($size),*]).0
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
/// [`broadcast_to`](crate::Tensor::broadcast_to). One that is joined with others is a copy.
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
        $crate::rearrange!(@repeat $pattern $($name)*).of($x, &[$($size),*]).value()
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
        $crate::rearrange!(@repeat $pattern $($name)*).of($x, &[$($size),*]).0
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_repeat! takes a tensor, a pattern in quotes, and sizes of axes: \
             `try_repeat!(&x, \"h w -> h w c\", c = 3)`"
        )
    };
}
