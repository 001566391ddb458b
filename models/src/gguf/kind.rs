//! Types of elements: their names, and the sizes of their blocks.

use super::blocks;
use std::fmt::{self, Debug, Display, Formatter};

/// Number, name, elements of a block, bytes of a block.
const KINDS: [(u32, &str, usize, usize); 31] = [
    (0, "F32", 1, 4),
    (1, "F16", 1, 2),
    (2, "Q4_0", 32, 18),
    (3, "Q4_1", 32, 20),
    (6, "Q5_0", 32, 22),
    (7, "Q5_1", 32, 24),
    (8, "Q8_0", 32, 34),
    (9, "Q8_1", 32, 40),
    (10, "Q2_K", 256, 84),
    (11, "Q3_K", 256, 110),
    (12, "Q4_K", 256, 144),
    (13, "Q5_K", 256, 176),
    (14, "Q6_K", 256, 210),
    (15, "Q8_K", 256, 292),
    (16, "IQ2_XXS", 256, 66),
    (17, "IQ2_XS", 256, 74),
    (18, "IQ3_XXS", 256, 98),
    (19, "IQ1_S", 256, 50),
    (20, "IQ4_NL", 32, 18),
    (21, "IQ3_S", 256, 110),
    (22, "IQ2_S", 256, 82),
    (23, "IQ4_XS", 256, 136),
    (24, "I8", 1, 1),
    (25, "I16", 1, 2),
    (26, "I32", 1, 4),
    (27, "I64", 1, 8),
    (28, "F64", 1, 8),
    (29, "IQ1_M", 256, 56),
    (30, "BF16", 1, 2),
    (34, "TQ1_0", 256, 54),
    (35, "TQ2_0", 256, 66),
];

/// The type of the elements of a tensor.
///
/// F32, F16, BF16, `Q8_0`, `Q4_0` and `Q4_1` become floats. The sizes of all others are known, so that a file with them
/// can be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kind(usize);

impl Kind {
    /// The type of a number in a file.
    pub(super) fn of(number: u32) -> Option<Self> {
        KINDS.iter().position(|kind| kind.0 == number).map(Kind)
    }

    /// Returns the name in ggml.
    pub fn name(self) -> &'static str {
        KINDS[self.0].1
    }

    /// Returns the number of elements of a block.
    pub fn block_len(self) -> usize {
        KINDS[self.0].2
    }

    /// Returns the number of bytes of a block.
    pub fn block_bytes(self) -> usize {
        KINDS[self.0].3
    }

    /// Makes floats of whole blocks, if it is one of the types that become floats.
    pub(super) fn to_floats(self, bytes: &[u8]) -> Option<Vec<f32>> {
        Some(match self.name() {
            "F32" => blocks::each(bytes, |four| [f32::from_le_bytes(*four)]),
            "F16" => blocks::each(bytes, |two| [blocks::f16_to_f32(u16::from_le_bytes(*two))]),
            "BF16" => blocks::each(bytes, |two| [blocks::bf16_to_f32(u16::from_le_bytes(*two))]),
            "Q4_0" => blocks::each(bytes, blocks::q4_0),
            "Q4_1" => blocks::each(bytes, blocks::q4_1),
            "Q8_0" => blocks::each(bytes, blocks::q8_0),
            _ => return None,
        })
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Debug for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
