//! `dims!`: asserts shapes and binds their sizes.

use super::Outcome;
use super::words::Words;
use crate::error::{ErrorKind, ShapeError};
use crate::rank::{Minus, Rank};

/// What is said of one axis.
#[derive(Clone, Copy)]
pub enum Dim {
    /// It can have any size.
    Any,
    /// It has the size of every axis of this name.
    Name(&'static str),
    /// It has this size; the text is how it was written.
    Size(usize, &'static str),
    /// It is any number of axes.
    Rest,
}

/// What is said of the axes of a tensor: `N` things of `AXES` axes. `OPEN` if `..` is one of them.
pub struct Dims<const OPEN: bool, const N: usize, const AXES: usize>([Dim; N]);

impl<const OPEN: bool, const N: usize, const AXES: usize> Dims<OPEN, N, AXES> {
    /// A list with the type that it has.
    #[inline]
    pub fn new(dims: [Dim; N]) -> Self {
        const { assert!(N == AXES + OPEN as usize, "this type is that of another list") };
        Dims(dims)
    }
}

impl<const R: usize> Dims<false, R, R> {
    /// Puts a shape beside it.
    #[inline]
    pub fn of(self, shape: [usize; R]) -> Measured<R, R> {
        Measured { dims: self.0, shape }
    }
}

impl<const N: usize, const AXES: usize> Dims<true, N, AXES> {
    /// Puts a shape beside it.
    #[inline]
    pub fn of<const R: usize>(self, shape: [usize; R]) -> Measured<R, N>
    where
        Rank<R>: Minus<Rank<AXES>>,
    {
        Measured { dims: self.0, shape }
    }
}

/// Whether `..` is in a list.
pub const fn is_open(dims: &[&str]) -> bool {
    rests(dims) > 0
}

/// How many axes are listed.
#[track_caller]
pub const fn listed(dims: &[&str]) -> usize {
    if rests(dims) > 1 {
        Words::new().text("dims!: `..` stands for axes twice in one list").refuse();
    }
    dims.len() - rests(dims)
}

const fn rests(dims: &[&str]) -> usize {
    let (mut rests, mut i) = (0, 0);
    while i < dims.len() {
        rests += matches!(dims[i].as_bytes(), b"..") as usize;
        i += 1;
    }
    rests
}

/// A shape, and what is said of it.
pub struct Measured<const R: usize, const N: usize> {
    dims: [Dim; N],
    shape: [usize; R],
}

/// A shape, and what is said of it, without the rank.
type Operand<'a> = (&'a [usize], &'a [Dim]);

impl<const R: usize, const N: usize> Measured<R, N> {
    /// The same without the rank.
    #[inline]
    pub fn operand(&self) -> Operand<'_> {
        (&self.shape, &self.dims)
    }
}

/// The axes of an operand that something is said of, their sizes, and what.
fn axes<'a>((shape, dims): &Operand<'a>) -> impl Iterator<Item = (usize, usize, Dim)> + use<'a> {
    let (shape, dims) = (*shape, *dims);
    let rest = dims.iter().position(|dim| matches!(dim, Dim::Rest)).unwrap_or(dims.len());
    dims.iter().enumerate().map(move |(i, &dim)| {
        // Behind `..`, axes are counted from the end.
        let axis = if i > rest { i + shape.len() - dims.len() } else { i };
        let size = if i == rest { shape.len() + 1 - dims.len() } else { shape[axis] };
        (axis, size, dim)
    })
}

/// Checks what is said; the sizes in the order of what is said of them, for `..` how many axes it is.
#[inline]
pub fn dims<const N: usize>(text: &'static str, operands: &[Operand<'_>]) -> Outcome<[usize; N]> {
    let mut sizes = [0; N];
    let mut count = 0;
    for (o, operand) in operands.iter().enumerate() {
        for (axis, size, dim) in axes(operand) {
            let kind = match dim {
                Dim::Size(expected, name) if size != expected => {
                    Some(ErrorKind::PatternSize { axis, name, size, expected })
                }
                Dim::Name(name) => match first_of(name, operands) {
                    first if first != size => {
                        Some(ErrorKind::NameDiffers { name, first, other: size })
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(kind) = kind {
                return Outcome(Err(refuse(text, &operands[..=o], kind)));
            }
            sizes[count] = size;
            count += 1;
        }
    }
    Outcome(Ok(sizes))
}

/// The size of the first axis of this name.
fn first_of(name: &str, operands: &[Operand<'_>]) -> usize {
    let is_named = |dim: &Dim| matches!(dim, Dim::Name(other) if *other == name);
    let mut named = operands.iter().flat_map(axes).filter(|(_, _, dim)| is_named(dim));
    named.next().expect("the name is that of an axis").1
}

/// The error about the last of these operands.
#[cold]
fn refuse(text: &'static str, operands: &[Operand<'_>], kind: ErrorKind) -> ShapeError {
    let shapes: alloc::vec::Vec<&[usize]> = operands.iter().map(|(shape, _)| *shape).collect();
    ShapeError::new("dims", &shapes, kind).of_pattern(text)
}

/// Asserts the shapes of tensors and binds their sizes to names.
///
/// `x => [b, h, 3]`: a name binds the size of its axis, as a `usize`; where it comes again, in the
/// same tensor or in another one, the size has to be the same. A number, or an expression in braces,
/// is the size that the axis has to have. `_` takes any, and `..` stands for any axes between.
///
/// ```
/// use holor::prelude::*;
///
/// fn attend(q: &Tensor<f32, 3>, k: &Tensor<f32, 3>) -> usize {
///     dims!(q => [batch, _, depth], k => [batch, keys, depth]);
///     batch * keys * depth
/// }
/// assert_eq!(attend(&Tensor::ones([2, 5, 4]), &Tensor::ones([2, 7, 4])), 56);
///
/// let channels = 3;
/// dims!(Tensor::<u8, 3>::zeros([4, 6, 3]) => [h, w, {channels}]);
/// assert_eq!((h, w), (4, 6));
/// ```
///
/// In a function over any rank, `..` needs the bound that the named axes are there:
///
/// ```
/// use holor::prelude::*;
///
/// fn width<const R: usize>(x: &Tensor<f32, R>) -> usize
/// where
///     Rank<R>: Minus<Rank<1>>,
/// {
///     dims!(x => [.., width]);
///     width
/// }
/// assert_eq!(width(&Tensor::zeros([4, 6, 3])), 3);
/// ```
///
/// As many sizes as the tensor has axes, or it does not compile:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let image = Tensor::<u8, 3>::zeros([4, 6, 3]);
/// dims!(image => [h, w]); // expected an array with a size of 2, found one with a size of 3
/// ```
///
/// # Panics
/// When a size is another: ``dims "x => [h, 3]": [2, 4]: axis 1, `3`, has size 4, not 3``, or a name
/// stands for two: ``dims "x => [n, n]": [2, 4]: `n` is 2 and 4``.
///
/// einops: `parse_shape`.
#[macro_export]
macro_rules! dims {
    (@any ..) => { $crate::notation::Dim::Rest };
    (@any _) => { $crate::notation::Dim::Any };
    (@any $name:ident) => { $crate::notation::Dim::Name(::core::stringify!($name)) };
    (@any $size:literal) => {
        $crate::notation::Dim::Size($size, ::core::stringify!($size))
    };
    (@any $size:block) => { $crate::notation::Dim::Size($size, ::core::stringify!($size)) };
    (@any $other:tt) => {
        ::core::compile_error!(::core::concat!(
            "dims! takes a name, a number, an expression in braces or `_` for each axis, not `",
            ::core::stringify!($other),
            "`"
        ))
    };
    // One statement for each axis, so that a name can come again.
    (@bind $sizes:ident _) => { $sizes.next(); };
    (@bind $sizes:ident $name:ident) => {
        #[allow(unused_variables)]
        let $name: usize = $sizes.next().unwrap_or_default();
    };
    (@bind $sizes:ident $other:tt) => { $sizes.next(); };
    ($($x:expr => [$($dim:tt),* $(,)?]),+ $(,)?) => {
        let mut sizes = $crate::try_dims!(@check $($x => [$($dim),*]),+).value().into_iter();
        $($($crate::dims!(@bind sizes $dim);)*)+
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "dims! takes tensors, and for the axes of each a list of names and sizes: \
             `dims!(x => [b, h, 3])`"
        )
    };
}

/// Returns the sizes that [`dims!`] binds, in the order of the list (for `..` how many axes it is), or the error it would panic
/// with.
///
/// ```
/// use holor::prelude::*;
/// use holor::try_dims;
///
/// fn area(image: &Tensor<u8, 3>) -> Result<usize, ShapeError> {
///     let [h, w, _] = try_dims!(image => [h, w, 3])?;
///     Ok(h * w)
/// }
/// assert_eq!(area(&Tensor::zeros([4, 6, 3])), Ok(24));
/// assert_eq!(
///     area(&Tensor::zeros([4, 6, 1])).unwrap_err().to_string(),
///     "dims \"image => [h, w, 3]\": [4, 6, 1]: axis 2, `3`, has size 1, not 3"
/// );
/// ```
///
/// # Errors
/// [`PatternSize`](crate::ErrorKind::PatternSize), [`NameDiffers`](crate::ErrorKind::NameDiffers).
#[macro_export]
macro_rules! try_dims {
    (@check $first:expr => [$($head:tt),*] $(, $x:expr => [$($dim:tt),*])*) => {
        $crate::notation::dims::<{
            let all: &[&str] = &[
                $(::core::stringify!($head),)*
                $($(::core::stringify!($dim),)*)*
            ];
            all.len()
        }>(
            ::core::concat!(
                ::core::stringify!($first), " => [", $crate::try_dims!(@list $($head),*), "]"
                $(, ", ", ::core::stringify!($x), " => [", $crate::try_dims!(@list $($dim),*), "]")*
            ),
            &[
                $crate::try_dims!(@dims $($head)*).of($first.shape()).operand()
                $(, $crate::try_dims!(@dims $($dim)*).of($x.shape()).operand())*
            ],
        )
    };
    (@dims $($dim:tt)*) => {
        $crate::notation::Dims::<
            { $crate::notation::is_open(&[$(::core::stringify!($dim)),*]) },
            {
                let dims: &[&str] = &[$(::core::stringify!($dim)),*];
                dims.len()
            },
            { $crate::notation::listed(&[$(::core::stringify!($dim)),*]) },
        >::new([$($crate::dims!(@any $dim)),*])
    };
    (@list) => { "" };
    (@list $first:tt $(, $dim:tt)*) => {
        ::core::concat!(::core::stringify!($first) $(, ", ", ::core::stringify!($dim))*)
    };
    ($($x:expr => [$($dim:tt),* $(,)?]),+ $(,)?) => {
        $crate::try_dims!(@check $($x => [$($dim),*]),+).result()
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "try_dims! takes tensors, and for the axes of each a list of names and sizes: \
             `try_dims!(x => [b, h, 3])`"
        )
    };
}
