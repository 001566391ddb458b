//! [`Recipe`]: what a pattern says, whatever the shapes are.

use crate::ops::contract::MAX_AXES;
use crate::rank::MAX_RANK;

/// How many operands a pattern can have.
pub(super) const MAX_OPERANDS: usize = 6;
/// How many letters the operands of a pattern can have together.
pub(super) const MAX_LETTERS: usize = 128;
/// How many different letters a pattern can have beside an ellipsis, which stands for up to so many
/// axes as a rank can have.
pub(super) const BESIDE_DOTS: usize = MAX_AXES - MAX_RANK;
/// Stands for the ellipsis among the numbers of an operand's indices.
pub(super) const DOTS: u8 = u8::MAX;

/// A pattern that was read: a number for each index, those of the output first, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub(super) pattern: &'static str,
    /// The indices of the operands by their numbers, one operand after the other.
    pub(super) indices: [u8; MAX_LETTERS],
    /// Where the indices of each operand end.
    pub(super) ends: [u8; MAX_OPERANDS],
    /// Which operands have an ellipsis.
    pub(super) dots: [bool; MAX_OPERANDS],
    pub(super) operands: usize,
    /// The letters by their numbers.
    pub(super) letters: [u8; MAX_AXES],
    pub(super) count: usize,
    /// How many letters are in the output.
    pub(super) output: usize,
    /// Before which of the output's letters the ellipsis stands; without one, behind all of them, and
    /// the axes it stands for are summed.
    pub(super) dots_at: usize,
    pub(super) dots_in_output: bool,
}

impl Recipe {
    /// The numbers of the indices of an operand.
    #[inline]
    pub(super) const fn term(&self, operand: usize) -> &[u8] {
        let start = if operand == 0 { 0 } else { self.ends[operand - 1] as usize };
        let (before, _) = self.indices.split_at(self.ends[operand] as usize);
        before.split_at(start).1
    }

    /// How many letters an operand has: its rank, or the least it can be if it has an ellipsis.
    #[inline]
    pub const fn rank(&self, operand: usize) -> usize {
        self.term(operand).len() - self.has_dots(operand) as usize
    }

    /// As [`rank`](Self::rank); the macros name an operand where they repeat something for it.
    pub const fn rank_of(&self, operand: usize, _text: &str) -> usize {
        self.rank(operand)
    }

    /// Whether an operand has an ellipsis.
    #[inline]
    pub const fn has_dots(&self, operand: usize) -> bool {
        self.dots[operand]
    }

    /// How many letters the output has.
    pub const fn output_rank(&self) -> usize {
        self.output
    }

    /// Whether the output has an ellipsis.
    pub const fn output_has_dots(&self) -> bool {
        self.dots_in_output
    }

    /// Whether the output is a view of the only operand: nothing is multiplied and nothing summed.
    pub const fn is_view(&self) -> bool {
        self.operands == 1 && self.count == self.output && self.dots[0] == self.dots_in_output
    }
}
