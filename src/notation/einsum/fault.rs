//! What can be wrong with a pattern, and the words for it.

use super::recipe::{BESIDE_DOTS, MAX_LETTERS, MAX_OPERANDS};
use crate::notation::words::Words;

/// What is wrong with a pattern; places are counted in bytes, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// There is no `->`.
    NoArrow,
    /// There is a second `->`.
    TwoArrows { at: usize },
    /// The output has a comma.
    TwoOutputs { at: usize },
    /// A character that is neither a letter nor a space, a comma, an ellipsis, the arrow.
    Unknown { at: usize },
    /// A dot that is not one of three.
    NoEllipsis { at: usize },
    /// A second ellipsis in one operand or in the output.
    TwoDots { at: usize },
    /// The output has a letter twice.
    OutputTwice { letter: u8, at: usize },
    /// The output has a letter that no operand has.
    OutputUnknown { letter: u8, at: usize },
    /// The output has an ellipsis and no operand has.
    OutputDots { at: usize },
    /// The pattern is for another number of operands.
    Operands { found: usize, given: usize },
    /// The pattern is for more operands than there can be.
    TooManyOperands { found: usize },
    /// More different letters than there can be.
    TooManyIndices { most: usize },
    /// More letters than there can be.
    TooManyLetters,
}

impl Fault {
    /// Fails with what is wrong, as a compile error.
    #[track_caller]
    pub(super) const fn stop(self, pattern: &str) -> ! {
        let words = Words::new().text("einsum: ");
        let len = pattern.len();
        match self {
            Fault::NoArrow => words
                .text("the pattern has no `->`: the indices of the result stand behind it")
                .refuse_at(pattern, len, len),
            Fault::TwoArrows { at } => {
                words.text("the pattern has a second `->`").refuse_at(pattern, at, at + 2)
            }
            Fault::TwoOutputs { at } => words
                .text("a comma behind `->`: the result is one tensor, with one list of indices")
                .refuse_at(pattern, at, at + 1),
            Fault::Unknown { at } => {
                let end = end_of_character(pattern, at);
                words
                    .text("`")
                    .part(pattern, at, end)
                    .text("` is not an index: indices are letters, commas part the operands")
                    .refuse_at(pattern, at, end)
            }
            Fault::NoEllipsis { at } => words
                .text("a dot that is not part of an ellipsis, `...`")
                .refuse_at(pattern, at, end_of_dots(pattern, at)),
            Fault::TwoDots { at } => words
                .text("a second ellipsis in the indices of one tensor")
                .refuse_at(pattern, at, at + 3),
            Fault::OutputTwice { letter, at } => words
                .text("index `")
                .character(letter as char)
                .text("` is twice in the output: each axis of the result has an index of its own")
                .refuse_at(pattern, at, at + 1),
            Fault::OutputUnknown { letter, at } => words
                .text("index `")
                .character(letter as char)
                .text("` of the output is an index of no operand")
                .refuse_at(pattern, at, at + 1),
            Fault::OutputDots { at } => words
                .text("the output has an ellipsis, and no operand has")
                .refuse_at(pattern, at, at + 3),
            Fault::Operands { found, given } => words
                .text("the pattern is for ")
                .operands(found)
                .text(", ")
                .number(given)
                .text(if given == 1 { " is given" } else { " are given" })
                .refuse_at(pattern, 0, end_of_operands(pattern)),
            Fault::TooManyOperands { found } => words
                .text("the pattern is for ")
                .operands(found)
                .text(", at most ")
                .number(MAX_OPERANDS)
                .text(" are possible")
                .refuse_at(pattern, 0, end_of_operands(pattern)),
            Fault::TooManyIndices { most: BESIDE_DOTS } => words
                .text("the pattern has an ellipsis and more than ")
                .number(BESIDE_DOTS)
                .text(" different indices")
                .refuse_at(pattern, 0, len),
            Fault::TooManyIndices { most } => words
                .text("the pattern has more than ")
                .number(most)
                .text(" different indices")
                .refuse_at(pattern, 0, len),
            Fault::TooManyLetters => words
                .text("the operands have more than ")
                .number(MAX_LETTERS)
                .text(" indices together")
                .refuse_at(pattern, 0, end_of_operands(pattern)),
        }
    }
}

impl Words {
    const fn operands(self, count: usize) -> Self {
        self.number(count).text(if count == 1 { " operand" } else { " operands" })
    }
}

/// Where the character at a place ends.
const fn end_of_character(pattern: &str, at: usize) -> usize {
    let mut end = at + 1;
    while !pattern.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// Where the dots that begin at a place end.
const fn end_of_dots(pattern: &str, at: usize) -> usize {
    let mut end = at + 1;
    while end < pattern.len() && pattern.as_bytes()[end] == b'.' {
        end += 1;
    }
    end
}

/// Where the arrow stands.
const fn end_of_operands(pattern: &str) -> usize {
    let mut end = 0;
    while end < pattern.len() && pattern.as_bytes()[end] != b'-' {
        end += 1;
    }
    end
}
