//! Display, Debug and the other formats: nested brackets with aligned columns, as numpy prints.
//!
//! The arrangement of the text depends on sizes only and is compiled once; the generic functions pass
//! a closure that writes one element. Every shown element is written twice, first to count its
//! characters, because a column is as wide as the widest element. No text is stored.

use super::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::any::type_name;
use core::fmt::{self, Binary, Debug, Display, Formatter, LowerExp, LowerHex, Octal, UpperExp};
use core::fmt::{UpperHex, Write};

/// A tensor of more elements is summarised (numpy's `threshold`).
pub(super) const THRESHOLD: usize = 1000;
/// The number of items that a summary shows at either end of an axis (numpy's `edgeitems`).
pub(super) const EDGE: usize = 3;
/// The largest number of characters on a line (numpy's `linewidth`).
const LINE_WIDTH: usize = 75;

/// Writes the element at an index.
type WriteAt<'a> = &'a dyn Fn(&[usize], &mut Formatter<'_>) -> fmt::Result;

/// The elements to write and their format.
struct Listing<'a> {
    shape: &'a [usize],
    write: WriteAt<'a>,
    summarised: bool,
    /// The width of a column.
    width: usize,
    options: Options,
}

/// The options of a format that apply to each element. The width is that of the column, and `#`
/// asks for all elements instead of a summary.
#[derive(Clone, Copy)]
struct Options {
    plus: bool,
    /// The width to be reached with zeros.
    zeros: Option<usize>,
    precision: Option<usize>,
}

/// One element as an argument of the format macros.
struct Element<'a>(WriteAt<'a>, &'a [usize]);

impl Display for Element<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}

/// Counts the characters that are written.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

impl Options {
    fn of(f: &Formatter<'_>) -> Self {
        let zeros = f.width().filter(|_| f.sign_aware_zero_pad());
        Options { plus: f.sign_plus(), zeros, precision: f.precision() }
    }

    /// Writes an element with these options: only the format macros make a `Formatter` with given
    /// options.
    fn write(self, out: &mut dyn Write, e: &Element<'_>) -> fmt::Result {
        match (self.plus, self.zeros, self.precision) {
            (false, None, None) => write!(out, "{e}"),
            (false, None, Some(p)) => write!(out, "{e:.p$}"),
            (false, Some(w), None) => write!(out, "{e:0w$}"),
            (false, Some(w), Some(p)) => write!(out, "{e:0w$.p$}"),
            (true, None, None) => write!(out, "{e:+}"),
            (true, None, Some(p)) => write!(out, "{e:+.p$}"),
            (true, Some(w), None) => write!(out, "{e:+0w$}"),
            (true, Some(w), Some(p)) => write!(out, "{e:+0w$.p$}"),
        }
    }
}

impl Listing<'_> {
    /// The indices shown along an axis; `None` stands for the ones that are left out.
    fn items(&self, axis: usize) -> impl Iterator<Item = Option<usize>> + use<> {
        let size = self.shape[axis];
        let cut = self.summarised && size > 2 * EDGE;
        let (head, tail) = if cut { (EDGE, size - EDGE) } else { (size, size) };
        (0..head).map(Some).chain(cut.then_some(None)).chain((tail..size).map(Some))
    }

    /// Returns how many characters the widest shown element takes.
    fn widest(&self, index: &mut [usize], axis: usize) -> Result<usize, fmt::Error> {
        let mut widest = 0;
        for item in self.items(axis).flatten() {
            index[axis] = item;
            let width = if axis + 1 == self.shape.len() {
                let mut length = Length(0);
                self.options.write(&mut length, &Element(self.write, index))?;
                length.0
            } else {
                self.widest(index, axis + 1)?
            };
            widest = widest.max(width);
        }
        Ok(widest)
    }

    /// Writes everything from `axis` on, in brackets.
    fn nested(&self, f: &mut Formatter<'_>, index: &mut [usize], axis: usize) -> fmt::Result {
        let inner = self.shape.len() - axis - 1;
        f.write_str("[")?;
        if inner == 0 {
            self.row(f, index, axis)?;
        } else {
            for (nth, item) in self.items(axis).enumerate() {
                if nth > 0 {
                    (0..inner).try_for_each(|_| f.write_str("\n"))?;
                    spaces(f, axis + 1)?;
                }
                match item {
                    None => f.write_str("...")?,
                    Some(item) => {
                        index[axis] = item;
                        self.nested(f, index, axis + 1)?;
                    }
                }
            }
        }
        f.write_str("]")
    }

    /// Writes the elements along the last axis, on as many lines as they take.
    fn row(&self, f: &mut Formatter<'_>, index: &mut [usize], axis: usize) -> fmt::Result {
        let indent = axis + 1;
        // One character is reserved for each closing bracket, as in numpy.
        let end = LINE_WIDTH.saturating_sub(indent);
        let mut used = indent;
        for item in self.items(axis) {
            let width = if item.is_some() { self.width } else { "...".len() };
            if used > indent {
                // `used` includes the separating blank.
                if used + width > end {
                    f.write_str("\n")?;
                    spaces(f, indent)?;
                    used = indent;
                } else {
                    f.write_str(" ")?;
                }
            }
            match item {
                None => f.write_str("...")?,
                Some(item) => {
                    index[axis] = item;
                    self.column(f, index)?;
                }
            }
            used += width + 1;
        }
        Ok(())
    }

    /// Writes one element, aligned to the right.
    fn column(&self, f: &mut Formatter<'_>, index: &[usize]) -> fmt::Result {
        let element = Element(self.write, index);
        let mut length = Length(0);
        self.options.write(&mut length, &element)?;
        spaces(f, self.width.saturating_sub(length.0))?;
        self.options.write(f, &element)
    }
}

fn spaces(f: &mut Formatter<'_>, count: usize) -> fmt::Result {
    write!(f, "{:count$}", "")
}

/// Writes a tensor of any rank; `index` has as many numbers as there are axes.
pub(super) fn of_shape(
    f: &mut Formatter<'_>,
    shape: &[usize],
    index: &mut [usize],
    write: WriteAt<'_>,
) -> fmt::Result {
    if shape.is_empty() {
        return write(index, f);
    }
    if shape.contains(&0) {
        return f.write_str("[]");
    }
    let summarised = !f.alternate() && shape.iter().product::<usize>() > THRESHOLD;
    let mut listing = Listing { shape, write, summarised, width: 0, options: Options::of(f) };
    listing.width = listing.widest(index, 0)?.max(f.width().unwrap_or(0));
    listing.nested(f, index, 0)
}

/// Writes the elements, each by `write`.
fn show<T, const R: usize>(
    tensor: &TensorRef<T, R>,
    f: &mut Formatter<'_>,
    write: fn(&T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    of_shape(f, &tensor.shape(), &mut [0; R], &|index, f| {
        let mut at = [0; R];
        at.copy_from_slice(index);
        write(&tensor[at], f)
    })
}

/// Writes the elements as numpy prints arrays: in brackets, columns aligned to the right.
///
/// Each element is written by its own `Display` with the precision and the sign of the format; the
/// width of the format is the least width of a column. A tensor of more than 1000 elements is
/// summarised by three items at either end of each axis; the alternate form `{:#}` writes all elements.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1.0, -20.5], [0.25, 3.0]];
/// assert_eq!(m.to_string(), "[[    1 -20.5]\n [ 0.25     3]]");
/// assert_eq!(format!("{m:.1}"), "[[  1.0 -20.5]\n [  0.2   3.0]]");
///
/// let v = Tensor::<usize, 1>::from_fn([2000], |[i]| i);
/// assert_eq!(v.to_string(), "[   0    1    2 ... 1997 1998 1999]");
/// ```
///
/// numpy: `str(array)`.
impl<T: Display, const R: usize> Display for TensorRef<T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(self, f, T::fmt)
    }
}

fn debug<T: Debug, const R: usize>(
    name: &str,
    tensor: &TensorRef<T, R>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let (element, shape, strides) = (type_name::<T>(), tensor.shape(), tensor.strides());
    writeln!(f, "{name}<{element}, {R}> {shape:?} strides {strides:?}")?;
    show(tensor, f, T::fmt)
}

/// Writes type, shape and strides on one line, then the elements as `Display` does, but each by its
/// own `Debug`.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1.0_f32, 2.5], [3.0, 4.0]];
/// assert_eq!(
///     format!("{m:?}"),
///     "Tensor<f32, 2> [2, 2] strides [2, 1]\n[[1.0 2.5]\n [3.0 4.0]]",
/// );
/// assert_eq!(format!("{:?}", m.row(1)), "TensorView<f32, 1> [2] strides [1]\n[3.0 4.0]");
/// ```
impl<T: Debug, const R: usize> Debug for TensorRef<T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        debug("TensorRef", self, f)
    }
}

macro_rules! formats {
    ($($Format:ident)+) => { $(
        /// Writes the elements as `Display` does, but each by its own implementation of this trait.
        impl<T: $Format, const R: usize> $Format for TensorRef<T, R> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                show(self, f, T::fmt)
            }
        }
    )+ };
}

formats!(LowerExp UpperExp LowerHex UpperHex Octal Binary);

/// The formats of a type that dereferences to a `TensorRef`. `Debug` writes the name of the type.
macro_rules! as_dereferenced {
    ($name:literal [$($lifetime:tt)?] $Tensor:ty) => {
        /// Writes type, shape, strides and elements, as for [`TensorRef`].
        impl<$($lifetime,)? T: Debug, const R: usize> Debug for $Tensor {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                debug($name, self, f)
            }
        }

        as_dereferenced! { @ Display [$($lifetime)?] $Tensor }
        as_dereferenced! { @ LowerExp [$($lifetime)?] $Tensor }
        as_dereferenced! { @ UpperExp [$($lifetime)?] $Tensor }
        as_dereferenced! { @ LowerHex [$($lifetime)?] $Tensor }
        as_dereferenced! { @ UpperHex [$($lifetime)?] $Tensor }
        as_dereferenced! { @ Octal [$($lifetime)?] $Tensor }
        as_dereferenced! { @ Binary [$($lifetime)?] $Tensor }
    };
    (@ $Format:ident [$($lifetime:tt)?] $Tensor:ty) => {
        /// Writes the elements, as for [`TensorRef`].
        impl<$($lifetime,)? T: $Format, const R: usize> $Format for $Tensor {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                $Format::fmt(&**self, f)
            }
        }
    };
}

as_dereferenced! { "Tensor" [] Tensor<T, R> }
as_dereferenced! { "TensorView" ['a] TensorView<'a, T, R> }
as_dereferenced! { "TensorViewMut" ['a] TensorViewMut<'a, T, R> }
