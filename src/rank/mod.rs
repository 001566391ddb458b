//! Ranks and axes as types, and the relations between them: what `cargo check` knows of a shape.
//!
//! A function that is generic over the rank names in its bounds the relations that it uses; see the
//! [guide](crate::guide) for which method needs which.
//
// `axis`: naming axes. `arithmetic`: sums, differences and maxima of ranks; `tables`: their rows.
// `over`: lists of axes, `axes!`, what a reduction takes. `slice`: selectors, `s!`.
// `bridge`: typenum numbers for ranks and back; `proofs`: the tables agree with typenum.
// Not here: sizes, strides, elements. Nothing in this folder knows that a tensor exists.

mod arithmetic;
mod axis;
mod bridge;
mod named;
mod over;
mod proofs;
pub(crate) mod seal;
mod slice;
mod tables;
#[cfg(test)]
mod tests;

pub use arithmetic::{
    BroadcastTo, BroadcastWith, IsRankOne, IsRankThree, IsRankTwo, IsRankZero, MAX_RANK,
    MatrixRank, Minus, Plus, SpanTo,
};
pub use axis::{Axis, AxisOf, Back, DistinctFrom, InsertInto, Last, Rank};
pub use bridge::{AsRank, RankNum};
pub use named::{NamedAxis, NamedFor};
pub use over::{All, AxisList, CoversRank, Keep, Over, Permutation};
pub use slice::{
    AxisIndex, AxisLeft, AxisRange, NewAxis, NoAxisLeft, Selector, Selectors, SliceArg, SliceOf,
    Step,
};
