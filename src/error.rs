//! [`ShapeError`]: what was asked, of which shapes, and the values that stand in the way.
//!
//! One error type for the whole crate. It is one pointer wide, so that a `Result` of a view costs
//! nothing on the way of success; everything it says is gathered in the cold constructor. The
//! methods that panic are their `try_` twin plus [`raise`].

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// Says why an operation could not be done on tensors of the shapes it was given.
///
/// Its text carries the operation, the shapes, and the values that disagree:
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
    /// The notation in which the operation was written, if it was.
    pattern: Option<&'static str>,
    shapes: Vec<Vec<usize>>,
    kind: ErrorKind,
}

/// Tells what stood in the way, with the values, for programs that want to react to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The sizes other than zero multiply to more bytes than memory can hold (`isize::MAX`).
    TooLarge,
    /// The number of elements given is not the number the shape holds.
    ElementCount {
        /// How many elements the shape holds.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A strided layout reaches outside of its buffer.
    OutsideBuffer {
        /// The lowest element offset it reaches.
        lowest: isize,
        /// The highest element offset it reaches.
        highest: isize,
        /// How many elements the buffer holds.
        buffer: usize,
    },
    /// Negative strides reach before the first element of the buffer.
    BeforeStart {
        /// The lowest element offset they reach.
        lowest: isize,
    },
    /// Two indices may name the same element, which a mutable view must not allow.
    Overlap,
    /// An axis to be removed does not have size 1.
    NotOne {
        /// The axis.
        axis: usize,
        /// Its size.
        size: usize,
    },
    /// An index lies outside of its axis.
    IndexOutOfRange {
        /// The axis.
        axis: usize,
        /// The index as it was given; negative ones count from the end.
        index: isize,
        /// The size of the axis.
        size: usize,
    },
    /// A range reaches past the end of its axis.
    RangeOutOfBounds {
        /// The axis.
        axis: usize,
        /// The first index of the range as it was given.
        start: isize,
        /// The end (not included) of the range as it was given.
        end: isize,
        /// The size of the axis.
        size: usize,
    },
    /// A range ends before it starts.
    RangeReversed {
        /// The axis.
        axis: usize,
        /// The first index, counted from the front.
        start: usize,
        /// The end (not included), counted from the front.
        end: usize,
    },
    /// A step of zero would never advance.
    ZeroStep {
        /// The axis.
        axis: usize,
    },
    /// A window or a chunk of size zero, or a window longer than its axis.
    Window {
        /// The axis.
        axis: usize,
        /// The size of the window.
        window: usize,
        /// The size of the axis.
        size: usize,
    },
    /// Two sizes differ and neither is 1; or, on the way to a given shape, its own size is.
    NotBroadcastable {
        /// The axis of the broadcast shape at which they meet.
        axis: usize,
        /// The size on the left.
        left: usize,
        /// The size on the right.
        right: usize,
    },
    /// The columns of the left operand are not as many as the rows of the right one.
    InnerDimensions {
        /// The last size on the left.
        left: usize,
        /// The size it has to equal on the right.
        right: usize,
    },
    /// Sizes that have to be equal are not.
    SizesDiffer {
        /// The axis.
        axis: usize,
        /// The size of the first operand.
        left: usize,
        /// The size of the other operand.
        right: usize,
    },
    /// Two axes that are summed together have different sizes.
    PairedSizes {
        /// The axis of the left operand.
        left_axis: usize,
        /// Its size.
        left: usize,
        /// The axis of the right operand.
        right_axis: usize,
        /// Its size.
        right: usize,
    },
    /// An index of a pattern stands for axes of different sizes, neither of which is 1.
    IndexSizes {
        /// The index.
        index: char,
        /// The size it has first.
        left: usize,
        /// The other size.
        right: usize,
    },
    /// The ellipsis of a pattern stands for axes of different sizes, neither of which is 1.
    EllipsisSizes {
        /// Which of the axes that the ellipsis stands for.
        axis: usize,
        /// The size it has first.
        left: usize,
        /// The other size.
        right: usize,
    },
    /// More than one size is to be inferred.
    TwoInferred,
    /// The sizes given do not divide the number of elements, so that none can be inferred.
    NotDivisible {
        /// How many elements are to be split.
        elements: usize,
        /// The product of the sizes given.
        by: usize,
    },
    /// The sizes into which an axis is to be split do not multiply to its size.
    SplitSizes {
        /// The axis.
        axis: usize,
        /// Its size.
        size: usize,
        /// The product of the sizes given.
        product: usize,
    },
    /// No strides describe the asked shape over the memory as it lies.
    NotAView {
        /// The first axis of the pair that stops it.
        outer: usize,
        /// The second axis, which does not follow the first one in memory.
        inner: usize,
    },
    /// There is no element to choose from.
    Empty {
        /// The axis that is empty.
        axis: usize,
    },
    /// A list of operands is empty.
    NothingToJoin,
    /// A bound or the step of a range is NaN, or infinities leave no number of elements.
    NotANumber,
    /// An axis does not have the size that the pattern gives it.
    PatternSize {
        /// The axis.
        axis: usize,
        /// What stands for it in the pattern.
        name: &'static str,
        /// Its size.
        size: usize,
        /// The size that it should have: the product of those in its group.
        expected: usize,
    },
    /// The sizes that are known in a group do not divide the size of its axis.
    PatternDivides {
        /// The axis.
        axis: usize,
        /// What stands for it in the pattern.
        name: &'static str,
        /// Its size.
        size: usize,
        /// The product of the sizes that are known.
        by: usize,
    },
    /// A group joins axes that do not follow each other in memory, where nothing may be copied.
    PatternCopies {
        /// The group.
        name: &'static str,
    },
    /// A name stands for two sizes.
    NameDiffers {
        /// The name.
        name: &'static str,
        /// The size it stood for first.
        first: usize,
        /// The other size.
        other: usize,
    },
    /// The data has another rank than the type asked for.
    RankDiffers {
        /// The rank asked for.
        expected: usize,
        /// The rank found.
        found: usize,
    },
}

impl ShapeError {
    /// Gathers the facts. Cold and never inlined: only failing operations pay for it.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(operation: &'static str, shapes: &[&[usize]], kind: ErrorKind) -> Self {
        let shapes = shapes.iter().map(|shape| shape.to_vec()).collect();
        ShapeError(Box::new(Facts { operation, pattern: None, shapes, kind }))
    }

    /// Returns the name of the operation, as the user called it.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// Iterates over the shapes of the operands, in the order in which they were given.
    pub fn shapes(&self) -> impl Iterator<Item = &[usize]> {
        self.0.shapes.iter().map(Vec::as_slice)
    }

    /// Returns what stood in the way, with its values.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Names the pattern in which the operation was written.
    #[cold]
    pub(crate) fn of_pattern(mut self, pattern: &'static str) -> Self {
        self.0.pattern = Some(pattern);
        self
    }

    /// Returns the pattern in which the operation was written, of an operation that has one.
    pub fn pattern(&self) -> Option<&'static str> {
        self.0.pattern
    }

    /// Renames the operation: for an operation that is carried out by another.
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
            write_shape(f, shape)?;
        }
        if !shapes.is_empty() {
            f.write_str(": ")?;
        }
        write!(f, "{kind}")
    }
}

/// How a size that is still to be inferred is written down; `layout::INFER` is its public name.
pub(crate) const INFERRED: usize = usize::MAX;

/// Writes a shape; a size that is still to be inferred (`INFER`) appears by its name.
fn write_shape(f: &mut fmt::Formatter<'_>, shape: &[usize]) -> fmt::Result {
    f.write_str("[")?;
    for (i, &size) in shape.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        match size {
            INFERRED => f.write_str("INFER")?,
            size => write!(f, "{size}")?,
        }
    }
    f.write_str("]")
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::TooLarge => f.write_str("more elements than memory can address"),
            ErrorKind::ElementCount { expected, found } => {
                write!(f, "the shape holds {expected} elements, found {found}")
            }
            ErrorKind::OutsideBuffer { lowest, highest, buffer } => write!(
                f,
                "the strides reach elements {lowest} to {highest} of a buffer of {buffer}"
            ),
            ErrorKind::BeforeStart { lowest } => {
                write!(f, "the strides reach element {lowest}, before the start of the buffer")
            }
            ErrorKind::Overlap => {
                f.write_str("two indices may share an element, which a mutable view must not allow")
            }
            ErrorKind::NotOne { axis, size } => write!(f, "axis {axis} has size {size}, not 1"),
            ErrorKind::IndexOutOfRange { axis, index, size } => {
                write!(f, "index {index} is out of range for axis {axis} of size {size}")
            }
            ErrorKind::RangeOutOfBounds { axis, start, end, size } => {
                write!(f, "range {start}..{end} is out of bounds for axis {axis} of size {size}")
            }
            ErrorKind::RangeReversed { axis, start, end } => {
                write!(f, "range {start}..{end} on axis {axis} ends before it starts")
            }
            ErrorKind::ZeroStep { axis } => write!(f, "the step on axis {axis} is zero"),
            ErrorKind::Window { axis, window, size } => {
                write!(f, "a window of {window} does not fit axis {axis} of size {size}")
            }
            // Only on the way to a given shape: of two operands, either could be repeated. The
            // given shape is the right one of `broadcast_to`, the left one of an assignment.
            ErrorKind::NotBroadcastable { axis, left: size, right: 1 }
            | ErrorKind::NotBroadcastable { axis, left: 1, right: size } => {
                write!(f, "size {size} cannot be broadcast to size 1 at axis {axis}")
            }
            ErrorKind::NotBroadcastable { axis, left, right } => {
                write!(f, "sizes {left} and {right} meet at axis {axis} and neither is 1")
            }
            ErrorKind::InnerDimensions { left, right } => {
                write!(f, "inner dimensions differ ({left} and {right})")
            }
            ErrorKind::SizesDiffer { axis, left, right } => {
                write!(f, "sizes {left} and {right} of axis {axis} differ")
            }
            ErrorKind::PairedSizes { left_axis, left, right_axis, right } => write!(
                f,
                "axis {left_axis} on the left has size {left}, axis {right_axis} on the right {right}"
            ),
            ErrorKind::IndexSizes { index, left, right } => {
                write!(f, "index `{index}` has sizes {left} and {right}")
            }
            ErrorKind::EllipsisSizes { axis, left, right } => {
                write!(f, "axis {axis} of the ellipsis has sizes {left} and {right}")
            }
            ErrorKind::TwoInferred => f.write_str("only one size can be inferred"),
            ErrorKind::NotDivisible { elements, by } => {
                write!(f, "{elements} elements cannot be divided by {by}")
            }
            ErrorKind::SplitSizes { axis, size, product } => {
                write!(f, "axis {axis} has size {size}, the sizes multiply to {product}")
            }
            ErrorKind::NotAView { outer, inner } => write!(
                f,
                "axes {outer} and {inner} do not follow each other in memory; \
                 `reshape` copies where a view is not possible"
            ),
            ErrorKind::Empty { axis } => write!(f, "axis {axis} is empty"),
            ErrorKind::NothingToJoin => f.write_str("there is nothing to join"),
            ErrorKind::NotANumber => f.write_str("a bound or the step is not a number"),
            ErrorKind::PatternSize { axis, name, size, expected } => {
                write!(f, "axis {axis}, `{name}`, has size {size}, not {expected}")
            }
            ErrorKind::PatternDivides { axis, name, size, by } => {
                write!(f, "axis {axis}, `{name}`, has size {size}, which {by} does not divide")
            }
            ErrorKind::PatternCopies { name } => write!(
                f,
                "the axes of `{name}` do not follow each other in memory, \
                 and a mutable view cannot be a copy"
            ),
            ErrorKind::NameDiffers { name, first, other } => {
                write!(f, "`{name}` is {first} and {other}")
            }
            ErrorKind::RankDiffers { expected, found } => {
                write!(f, "expected rank {expected}, found rank {found}")
            }
        }
    }
}

/// Shows the text of [`Display`](fmt::Display), so that `unwrap` says it in words.
impl fmt::Debug for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShapeError({self})")
    }
}

impl core::error::Error for ShapeError {}

/// Panics with the text of the error at the line of the caller of the operation.
///
/// Every method that panics is its `try_` twin plus one call of this.
#[inline]
#[track_caller]
pub(crate) fn raise<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic_with(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn panic_with(error: &ShapeError) -> ! {
    panic!("{error}")
}
