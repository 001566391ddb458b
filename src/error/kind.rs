//! [`ErrorKind`]: the reasons of a [`ShapeError`](super::ShapeError), and their texts.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The reason of a [`ShapeError`](super::ShapeError), with the values that disagree.
///
/// ```
/// use holor::prelude::*;
///
/// let m = Tensor::<f32, 2>::zeros([2, 3]);
/// match m.try_row(5).unwrap_err().kind() {
///     ErrorKind::IndexOutOfRange { axis: 0, index: 5, size: 2 } => {}
///     other => panic!("{other}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The shape has more elements than memory can address, which is `isize::MAX` bytes. Sizes of zero
    /// are not counted.
    TooLarge,
    /// The shape has a different number of elements than the data or the tensor.
    ElementCount {
        /// The number of elements of the shape.
        expected: usize,
        /// The number of elements found.
        found: usize,
    },
    /// A strided layout reaches outside its buffer.
    OutsideBuffer {
        /// The lowest offset that it reaches.
        lowest: isize,
        /// The highest offset that it reaches.
        highest: isize,
        /// The number of elements of the buffer.
        buffer: usize,
    },
    /// Negative strides reach before the first element of the buffer.
    BeforeStart {
        /// The lowest offset that they reach.
        lowest: isize,
    },
    /// Two indices may share an element, where each has to have one of its own.
    Overlap,
    /// An axis to be removed does not have size 1.
    NotOne {
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
    },
    /// An index is out of range for its axis.
    IndexOutOfRange {
        /// The axis.
        axis: usize,
        /// The index that was passed; a negative index counts from the end.
        index: isize,
        /// The size of the axis.
        size: usize,
    },
    /// A range reaches outside its axis.
    RangeOutOfBounds {
        /// The axis.
        axis: usize,
        /// The start of the range that was passed.
        start: isize,
        /// The exclusive end of the range that was passed.
        end: isize,
        /// The size of the axis.
        size: usize,
    },
    /// A range ends before it starts.
    RangeReversed {
        /// The axis.
        axis: usize,
        /// The start of the range, counted from the front.
        start: usize,
        /// The exclusive end of the range, counted from the front.
        end: usize,
    },
    /// A step is zero.
    ZeroStep {
        /// The axis.
        axis: usize,
    },
    /// A window or a block has size 0, or a window is longer than its axis.
    Window {
        /// The axis.
        axis: usize,
        /// The size of the window or the block.
        window: usize,
        /// The size of the axis.
        size: usize,
    },
    /// The shapes do not broadcast: two sizes differ and neither is 1, or an operand has to be broadcast
    /// to a size of 1.
    NotBroadcastable {
        /// The axis of the broadcast shape.
        axis: usize,
        /// The size of the left operand.
        left: usize,
        /// The size of the right operand.
        right: usize,
    },
    /// The left operand of a product has a different number of columns than the right one has rows.
    InnerDimensions {
        /// The size of the left operand.
        left: usize,
        /// The size of the right operand.
        right: usize,
    },
    /// Two sizes differ that have to be equal.
    SizesDiffer {
        /// The axis.
        axis: usize,
        /// The size of the first operand.
        left: usize,
        /// The size of the other operand.
        right: usize,
    },
    /// Two axes that are contracted with each other have different sizes.
    PairedSizes {
        /// The axis of the left operand.
        left_axis: usize,
        /// The size of that axis.
        left: usize,
        /// The axis of the right operand.
        right_axis: usize,
        /// The size of that axis.
        right: usize,
    },
    /// A letter of an `einsum!` pattern stands for axes of different sizes, neither of which is 1.
    IndexSizes {
        /// The letter.
        index: char,
        /// The size found first.
        left: usize,
        /// The other size.
        right: usize,
    },
    /// The ellipsis of an `einsum!` pattern stands for axes of different sizes, neither of which is 1.
    EllipsisSizes {
        /// The position among the axes of the ellipsis.
        axis: usize,
        /// The size found first.
        left: usize,
        /// The other size.
        right: usize,
    },
    /// More than one size of a shape is `INFER`.
    TwoInferred,
    /// The number of elements is not divisible by the sizes of a shape with `INFER`.
    NotDivisible {
        /// The number of elements.
        elements: usize,
        /// The product of the other sizes.
        by: usize,
    },
    /// The product of the sizes into which an axis is split is not the size of the axis.
    SplitSizes {
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
        /// The product of the sizes.
        product: usize,
    },
    /// No strides describe the elements in memory by the shape.
    NotAView {
        /// The first of two axes that the shape merges.
        outer: usize,
        /// The second axis, which does not follow the first one in memory.
        inner: usize,
    },
    /// A minimum or maximum of no elements.
    Empty {
        /// The axis of size 0.
        axis: usize,
    },
    /// A list of tensors to join is empty.
    NothingToJoin,
    /// A bound or the step of a range is NaN, or infinite bounds give no number of elements.
    NotANumber,
    /// An axis does not have the size that the pattern requires.
    PatternSize {
        /// The axis.
        axis: usize,
        /// The name, number or group of the axis in the pattern.
        name: &'static str,
        /// The size of the axis.
        size: usize,
        /// The size that the pattern requires; for a group, the product of its sizes.
        expected: usize,
    },
    /// The size of an axis is not divisible by the known sizes of its group.
    PatternDivides {
        /// The axis.
        axis: usize,
        /// The group of the axis in the pattern.
        name: &'static str,
        /// The size of the axis.
        size: usize,
        /// The product of the known sizes.
        by: usize,
    },
    /// A group of a mutable view merges axes that do not follow each other in memory.
    PatternCopies {
        /// The group in the pattern.
        name: &'static str,
    },
    /// A name of a `dims!` statement stands for two different sizes.
    NameDiffers {
        /// The name.
        name: &'static str,
        /// The size found first.
        first: usize,
        /// The other size.
        other: usize,
    },
    /// An index of a list or tensor of indices is out of range for its axis.
    IndexAt {
        /// The position of the index among the indices, in row-major order.
        position: usize,
        /// The index.
        index: usize,
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
    },
    /// A group has no elements, and the reduction no value for none.
    EmptySegment {
        /// The number of the group.
        segment: usize,
    },
    /// The sizes of the parts of an axis do not sum to its size.
    PartSizes {
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
        /// The sum of the sizes of the parts.
        sum: usize,
    },
    /// An argument that is a number or a list has a value that the operation does not take.
    Argument {
        /// The name of the argument.
        name: &'static str,
        /// The value, as text.
        value: String,
        /// The values that the operation takes.
        expected: &'static str,
    },
    /// The channels of images are not those of the weights of a convolution.
    Channels {
        /// The number of channels of the images.
        images: usize,
        /// The number of channels of the weights, which are those of one group.
        weights: usize,
        /// The number of groups.
        groups: usize,
    },
    /// An element is not a number of another type.
    DoesNotFit {
        /// The index of the element.
        index: Vec<usize>,
        /// The value of the element, as text.
        value: String,
        /// The name of the type.
        target: &'static str,
    },
    /// A matrix has to be square.
    NotSquare {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A matrix has no inverse: a pivot of its LU decomposition is zero.
    Singular {
        /// The position of the matrix in its batch, in row-major order.
        matrix: usize,
        /// The position of the first pivot that is zero.
        pivot: usize,
    },
    /// A matrix has no Cholesky decomposition: a pivot is not positive.
    NotPositiveDefinite {
        /// The position of the matrix in its batch, in row-major order.
        matrix: usize,
        /// The position of the first pivot that is not positive.
        pivot: usize,
    },
    /// A matrix that is to be decomposed has an element that is infinite or NaN.
    NotFinite {
        /// The position of the matrix in its batch, in row-major order.
        matrix: usize,
    },
    /// The iteration for eigenvalues or singular values of a matrix does not converge.
    NoConvergence {
        /// The position of the matrix in its batch, in row-major order.
        matrix: usize,
    },
    /// The rank at run time is not the rank of the type.
    RankDiffers {
        /// The rank of the type.
        expected: usize,
        /// The rank found.
        found: usize,
    },
    /// A column has a null, which no element of a tensor is.
    Null {
        /// The row, and in a column of lists the index in the row.
        index: Vec<usize>,
    },
    /// The lists of a column have different lengths.
    Ragged {
        /// The row of the list, and in a column of nested lists its index in the row.
        index: Vec<usize>,
        /// The length of the first list.
        first: usize,
        /// The length of this one.
        other: usize,
    },
}

/// Writes a place in a column: the row, and the index in the row.
fn write_row(f: &mut fmt::Formatter<'_>, index: &[usize]) -> fmt::Result {
    match index {
        [row] => write!(f, "row {row}"),
        [row, rest @ ..] => write!(f, "row {row}, index {rest:?}"),
        [] => f.write_str("the only row"),
    }
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
            ErrorKind::Overlap => f.write_str("two indices may share an element"),
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
            // Only for a fixed target shape, because of two operands the one of size 1 is
            // repeated. The target is the right shape of `broadcast_to` and the left one of an
            // assignment.
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
            ErrorKind::IndexAt { position, index, axis, size } => write!(
                f,
                "index {index} at position {position} is out of range for axis {axis} of size {size}"
            ),
            ErrorKind::EmptySegment { segment } => write!(f, "segment {segment} is empty"),
            ErrorKind::PartSizes { axis, size, sum } => {
                write!(f, "axis {axis} has size {size}, the sizes of the parts sum to {sum}")
            }
            ErrorKind::Argument { name, value, expected } => {
                write!(f, "{name} is {value}, expected {expected}")
            }
            ErrorKind::Channels { images, weights, groups } => write!(
                f,
                "the images have {images} channels, the weights {weights} for each of {groups} groups"
            ),
            ErrorKind::DoesNotFit { index, value, target } => {
                write!(f, "element {index:?} is {value}, which {target} does not hold")
            }
            ErrorKind::NotSquare { rows, columns } => {
                write!(f, "a square matrix is needed, found {rows} rows and {columns} columns")
            }
            ErrorKind::Singular { matrix, pivot } => {
                write!(f, "matrix {matrix} is singular (pivot {pivot} is zero)")
            }
            ErrorKind::NotPositiveDefinite { matrix, pivot } => {
                write!(
                    f,
                    "matrix {matrix} is not positive definite (pivot {pivot} is not positive)"
                )
            }
            ErrorKind::NotFinite { matrix } => {
                write!(f, "matrix {matrix} has an element that is infinite or NaN")
            }
            ErrorKind::NoConvergence { matrix } => {
                write!(f, "matrix {matrix}: the iteration does not converge")
            }
            ErrorKind::RankDiffers { expected, found } => {
                write!(f, "expected rank {expected}, found rank {found}")
            }
            ErrorKind::Null { index } => {
                f.write_str("null at ")?;
                write_row(f, index)
            }
            ErrorKind::Ragged { index, first, other } => {
                write!(f, "the first list has length {first}, the list at ")?;
                write_row(f, index)?;
                write!(f, " has length {other}")
            }
        }
    }
}
