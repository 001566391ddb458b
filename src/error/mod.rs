//! [`ShapeError`]: the operation that failed, the shapes of its operands and the values that disagree.
//!
//! It is the error type of all operations; files have `io::FileError`. It is one pointer wide, so that it does
//! not make the `Result` of a view larger; a cold constructor collects the facts. A method that panics is its
//! fallible form plus [`raise`].

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

mod kind;

pub use kind::ErrorKind;

/// The error of an operation whose operands have shapes, indices or, for a decomposition, values that do not
/// fit.
///
/// Its text names the operation, the shapes and the values that disagree. A method that panics has the
/// same text.
///
/// ```
/// use holor::prelude::*;
///
/// let a = Tensor::<f32, 2>::zeros([2, 3]);
/// let b = Tensor::<f32, 2>::zeros([4, 5]);
/// let error = a.try_matmul(&b).unwrap_err();
/// assert_eq!(error.to_string(), "matmul: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)");
/// assert_eq!(error.operation(), "matmul");
/// assert_eq!(*error.kind(), ErrorKind::InnerDimensions { left: 3, right: 4 });
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ShapeError(Box<Facts>);

#[derive(Clone, PartialEq, Eq)]
struct Facts {
    operation: &'static str,
    /// The pattern of an operation that has one.
    pattern: Option<&'static str>,
    shapes: Vec<Vec<usize>>,
    kind: ErrorKind,
}

impl ShapeError {
    /// Collects the facts. Cold and never inlined, so that only operations that fail pay for it.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(operation: &'static str, shapes: &[&[usize]], kind: ErrorKind) -> Self {
        let shapes = shapes.iter().map(|shape| shape.to_vec()).collect();
        ShapeError(Box::new(Facts { operation, pattern: None, shapes, kind }))
    }

    /// Returns the name of the operation that the caller used, such as `matmul`.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// Iterates over the shapes of the operands, in the order of the operands.
    ///
    /// For an operation that takes a shape, such as `reshape`, that shape comes last.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let error = tensor![1, 2, 3].try_reshape([2, 2]).unwrap_err();
    /// assert!(error.shapes().eq([&[3][..], &[2, 2]]));
    /// ```
    pub fn shapes(&self) -> impl Iterator<Item = &[usize]> {
        self.0.shapes.iter().map(Vec::as_slice)
    }

    /// Returns the reason, with the values that disagree.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Adds the pattern of the operation.
    #[cold]
    pub(crate) fn of_pattern(mut self, pattern: &'static str) -> Self {
        self.0.pattern = Some(pattern);
        self
    }

    /// Returns the pattern of an operation that has one, such as `einsum!`.
    pub fn pattern(&self) -> Option<&'static str> {
        self.0.pattern
    }

    /// Changes the name of the operation, when one operation is implemented by another.
    #[cold]
    pub(crate) fn during(mut self, operation: &'static str) -> Self {
        self.0.operation = operation;
        self
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { operation, pattern, shapes, kind } = &*self.0;
        f.write_str(operation)?;
        if let Some(pattern) = pattern {
            write!(f, " \"{pattern}\"")?;
        }
        f.write_str(": ")?;
        let between = match kind {
            ErrorKind::InnerDimensions { .. } => " x ",
            ErrorKind::Window { .. } => " by ",
            _ if pattern.is_some() || *operation == "tensordot" => " and ",
            ErrorKind::TooLarge
            | ErrorKind::ElementCount { .. }
            | ErrorKind::TwoInferred
            | ErrorKind::NotDivisible { .. }
            | ErrorKind::SplitSizes { .. }
            | ErrorKind::NotAView { .. } => " to ",
            _ if *operation == "broadcast_to" => " to ",
            _ => " and ",
        };
        for (i, shape) in shapes.iter().enumerate() {
            if i > 0 {
                f.write_str(between)?;
            }
            // A length, a count and a file do not ask to infer a size.
            let is_given = !matches!(*operation, "from" | "choice" | "deserialize");
            write_shape(f, shape, is_given)?;
        }
        if !shapes.is_empty() {
            f.write_str(": ")?;
        }
        write!(f, "{kind}")
    }
}

/// The mark for a size to infer; `layout::INFER` is its public name.
pub(crate) const INFERRED: usize = usize::MAX;

/// Writes a shape; a size to infer is written `INFER` if the shape is one that the user gave.
fn write_shape(f: &mut fmt::Formatter<'_>, shape: &[usize], is_given: bool) -> fmt::Result {
    f.write_str("[")?;
    for (i, &size) in shape.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        match size {
            INFERRED if is_given => f.write_str("INFER")?,
            size => write!(f, "{size}")?,
        }
    }
    f.write_str("]")
}

/// Writes the text of [`Display`](fmt::Display), so that the panic of `unwrap` has it.
impl fmt::Debug for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShapeError({self})")
    }
}

impl core::error::Error for ShapeError {}

/// Panics with the text of the error at the line of the caller of the operation.
#[inline]
#[track_caller]
pub(crate) fn raise<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic_with(error),
    }
}

/// Takes the error, so that a program does not compile how to drop it.
#[cold]
#[inline(never)]
#[track_caller]
fn panic_with(error: ShapeError) -> ! {
    panic!("{error}")
}
