//! The axes of a pair as those of a batched matrix product.

use super::{Axes, AxisOrder, AxisSizes, OperandStrides, bits};
use crate::layout::WalkAxis;

/// What an axis is for a pair of operands and their result.
pub(super) struct Kinds {
    /// Both operands and the result have it.
    pub(super) batch: u32,
    /// The left operand and the result have it: rows.
    pub(super) left: u32,
    /// The right operand and the result have it: columns.
    pub(super) right: u32,
    /// Both operands have it, the result does not.
    pub(super) summed: u32,
}

/// How many multiplications an element of an operand has to take part in for a copy of it to pay.
const WORTH: usize = 4;
/// So few vectors are not worth a walk along them.
const SHORT: usize = 16;
/// So many rows or columns are worth a call of the kernel.
const WORTH_A_CALL: usize = 32;

impl Kinds {
    pub(super) fn new(a: &OperandStrides, b: &OperandStrides, result: u32) -> Self {
        let both = a.axes & b.axes;
        debug_assert!((a.axes ^ b.axes) & !result == 0, "an axis of one operand is summed first");
        Kinds {
            batch: both & result,
            left: a.axes & !b.axes,
            right: b.axes & !a.axes,
            summed: both & !result,
        }
    }

    /// The rows, the columns and the summed axis, if there is one of each and no batch.
    pub(super) fn one_each(&self) -> Option<[usize; 3]> {
        let masks = [self.left, self.right, self.summed];
        let one_each = self.batch == 0 && masks.iter().all(|mask| mask.is_power_of_two());
        one_each.then(|| masks.map(|mask| mask.trailing_zeros() as usize))
    }

    /// Those of the operands the other way round.
    pub(super) fn swapped(&self) -> Self {
        Kinds { left: self.right, right: self.left, ..*self }
    }

    /// With rows and columns as batches.
    pub(super) fn as_batches(&self) -> Self {
        let batch = self.batch | self.left | self.right;
        Kinds { batch, left: 0, right: 0, ..*self }
    }

    /// Whether everything is best taken as batches of products of two vectors: where what moves is
    /// dense along batches, and there are no rows or no columns, so that an element takes part in few
    /// products.
    pub(super) fn lie_along_batches(
        &self,
        sizes: &AxisSizes,
        [a, b, result]: [&OperandStrides; 3],
    ) -> bool {
        let length = bits(result.fastest()).map(|axis| sizes[axis]).next();
        if length.is_none_or(|length| length < SHORT) {
            return false;
        }
        let along = |place: &OperandStrides| place.fastest() & self.batch != 0;
        match (self.left, self.right) {
            (0, 0) => along(a) && along(b),
            (_, 0) => along(a) && along(result),
            (0, _) => along(b) && along(result),
            _ => false,
        }
    }

    /// Whether the elements next to each other in the result are of different products of matrices.
    pub(super) fn end_in_batches(&self, result: &OperandStrides) -> bool {
        self.left | self.right != 0 && self.batch & result.fastest() != 0
    }

    /// The places of copies of the operands: batches, rows or columns in the order of the result, and
    /// the summed axes in the order of the operand that is not copied.
    pub(super) fn copied(
        &self,
        sizes: &AxisSizes,
        [a, b]: [&OperandStrides; 2],
        copies: [bool; 2],
        result: &OperandStrides,
    ) -> [OperandStrides; 2] {
        [(self.left, a), (self.right, b)].map(|(own, place)| {
            let mut order = AxisOrder::default();
            // Rows and columns that are taken as batches only one of them has.
            result.append(self.batch & place.axes, &mut order);
            result.append(own, &mut order);
            let leader = if copies[0] && !copies[1] { b } else { a };
            leader.append(self.summed, &mut order);
            OperandStrides::dense(sizes, order.as_slice())
        })
    }
}

/// The axes of a pair, each with the strides of the result, the left and the right operand, merged
/// where all three allow: batches, rows, columns, summed ones. Each group is in the order of the
/// result, the summed axes in that of the left operand.
pub(super) struct Groups {
    axes: Axes<3>,
    batch: usize,
    left: usize,
    right: usize,
}

impl Groups {
    pub(super) fn new(sizes: &AxisSizes, kinds: &Kinds, places: [&OperandStrides; 3]) -> Self {
        let mut axes = Axes::among(places[1].axes | places[2].axes);
        let batch = axes.append(sizes, kinds.batch, places);
        let left = axes.append(sizes, kinds.left, places);
        let right = axes.append(sizes, kinds.right, places);
        axes.append(sizes, kinds.summed, places);
        Groups { axes, batch, left, right }
    }

    pub(super) fn batch(&self) -> &[WalkAxis<3>] {
        &self.axes.as_slice()[..self.batch]
    }

    pub(super) fn left(&self) -> &[WalkAxis<3>] {
        &self.axes.as_slice()[self.batch..][..self.left]
    }

    pub(super) fn right(&self) -> &[WalkAxis<3>] {
        &self.axes.as_slice()[self.batch + self.left..][..self.right]
    }

    pub(super) fn summed(&self) -> &[WalkAxis<3>] {
        &self.axes.as_slice()[self.batch + self.left + self.right..]
    }

    /// Whether the result lies in the order of batches, rows, columns.
    pub(super) fn are_in_order(&self) -> bool {
        let kept = &self.axes.as_slice()[..self.batch + self.left + self.right];
        let mut stride = 1;
        kept.iter().rev().all(|axis| {
            let follows = axis.strides[0] == stride;
            stride *= axis.size as isize;
            follows
        })
    }

    /// Which operands are copied before they are multiplied:
    ///
    /// - where the summed axes are not one axis in both, as a product needs it;
    /// - where rows or columns lie in several pieces of few, and are one in the result;
    /// - where an operand is dense along batches, so that each of its matrices is scattered over all
    ///   of its memory, and each of its elements is read several times.
    ///
    /// `in_order`: the result has to be made in order, so that rows and columns cannot be batches.
    pub(super) fn copies(
        &self,
        sizes: &AxisSizes,
        kinds: &Kinds,
        [a, b]: [&OperandStrides; 2],
        in_order: bool,
    ) -> [bool; 2] {
        let mut copies = [false; 2];
        if self.summed().len() > 1 {
            copies = match [a, b].map(|place| place.is_one(sizes, kinds.summed)) {
                [true, true] if a.len(sizes) < b.len(sizes) => [true, false],
                [true, _] => [false, true],
                [false, true] => [true, false],
                [false, false] => [true, true],
            };
        }
        for (n, (own, other, place)) in
            [(self.left(), self.right(), a), (self.right(), self.left(), b)].into_iter().enumerate()
        {
            let uses: usize = other.iter().map(|axis| axis.size).product();
            let longest = own.iter().map(|axis| axis.size).max().unwrap_or(1);
            let in_pieces =
                own.len() > 1 && longest < WORTH_A_CALL && uses >= WORTH && are_one(own);
            let scattered = place.fastest() & kinds.batch != 0 && uses >= WORTH;
            copies[n] |= in_pieces || scattered || in_order && own.len() > 1;
        }
        copies
    }

    /// Which of the rows' and the columns' axes are those of the matrices: the columns are dense in the
    /// result, the rows as many as there are, but dense too where there are no columns.
    pub(super) fn matrix(&self) -> (Option<usize>, Option<usize>) {
        let (left, right) = (self.left(), self.right());
        let rows = match right {
            [] => left.len().checked_sub(1),
            _ => (0..left.len()).max_by_key(|&axis| left[axis].size),
        };
        (rows, right.len().checked_sub(1))
    }

    /// The axes that are not those of a matrix.
    pub(super) fn batches(
        &self,
        rows: Option<usize>,
        columns: Option<usize>,
    ) -> impl Iterator<Item = &WalkAxis<3>> + Clone {
        let others = |group: &'_ [WalkAxis<3>], taken: Option<usize>| {
            let taken = taken.unwrap_or(group.len());
            (taken, taken.saturating_add(1).min(group.len()))
        };
        let (left, right) = (self.left(), self.right());
        let (l, r) = (others(left, rows), others(right, columns));
        let left = left[..l.0].iter().chain(&left[l.1..]);
        let right = right[..r.0].iter().chain(&right[r.1..]);
        self.batch().iter().chain(left).chain(right)
    }

    /// The rank of the product: batches, rows, columns.
    pub(super) fn product_rank(&self) -> usize {
        self.batch + self.left.saturating_sub(1) + self.right.saturating_sub(1) + 2
    }
}

/// Whether the axes of a group lie in the result as one: then they become one by a copy of the
/// operand.
fn are_one(group: &[WalkAxis<3>]) -> bool {
    group.windows(2).all(|pair| pair[0].strides[0] == pair[1].strides[0] * pair[1].size as isize)
}
