//! Ranks and axes as types, and the relations between them: what the compiler knows of a shape.
//!
//! The methods of tensors require relations in their bounds: `x.sum(Axis::<1>)` requires that axis 1
//! exists. A program whose ranks are numbers names none of them. A function over any rank `R` names
//! those that the methods it calls require, and the message of a missing bound says the line to add:
//!
//! ```
//! use holor::prelude::*;
//!
//! fn centred<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<f64, R>
//! where
//!     Last: Over<R>, // the last axis exists
//! {
//!     x - x.mean(Keep(Last))
//! }
//! assert_eq!(centred(&tensor![[1.0, 3.0]]), tensor![[-1.0, 1.0]]);
//! ```
//!
//! | Bound | Says | Methods and functions that require it |
//! |---|---|---|
//! | `A: AxisOf<R>` | rank `R` has the axis | `flip narrow step swap_axes move_axis split_at lanes cumsum cumprod softmax log_softmax concat` |
//! | `A: AxisOf<R, Removed = Rank<O>>` | and leaves rank `O` without it | `index_axis squeeze axis_iter diagonal split_axis` |
//! | `A: InsertInto<R, Inserted = Rank<O>>` | an axis can be inserted there | `unsqueeze stack` |
//! | `A: Over<R, Output = Rank<O>>` | axes to reduce, which leave rank `O` | `sum mean max argmax any norm` and all reductions |
//! | `P: Permutation<R>` | all axes, each once | `permute` |
//! | `Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>` | both broadcast to rank `O` | operators, comparisons, `minimum maximum where_cond zip matmul` |
//! | `Rank<B>: BroadcastTo<Rank<R>>` | `B` broadcasts to the given rank | `assign broadcast_to`, `+=` |
//! | `Rank<A>: Plus<Rank<B>, Output = Rank<O>>` | the sum of two ranks | `outer split_axis sliding_windows`, patterns with `...` |
//! | `Rank<A>: Minus<Rank<B>, Output = Rank<O>>` | the difference of two ranks | `merge_axes`, patterns with `...` |
//! | `Rank<R>: MatrixRank` | rank 2 or more | `matmul transpose tril triu pad_image flatten_batches`, decompositions |
//! | `Rank<R>: SpatialRank<S>` | a batch of images with `S` spatial axes | `conv` |
//! | `Rank<R>: AnyRank` | rank 12 or less | `into_rank view_rank match_rank!` of an [`AnyTensor`](crate::AnyTensor) |
//! | `Rank<V>: VectorsOf<Rank<M>>` | vectors for matrices of rank `M` | `matvec vecmat` |
//! | `A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>` | a list of selectors | `slice` |
//! | `A::At: SpanTo<B::At>`, `A::At: DistinctFrom<B::At>` | order and difference of two axes | `merge_axes`; `diagonal` |
//!
//! The `_mut` and `try_` forms of a method require what the method does. Relations hold for ranks up to
//! 12, [`MAX_RANK`]. [`AsRank`] and [`RankNum`] connect ranks to [`typenum`] for relations of your own.
//! The other traits here exist for the messages of the compiler: no program names them. The
//! [guide](crate::guide) has more examples.
//
// `axis`: names of axes. `arithmetic`: sums, differences and maxima of ranks; `tables`: their rows.
// `exact`: ranks of vectors, matrices and images, and relations that a single operation requires.
// `over`: lists of axes, `axes!`, the arguments of reductions. `slice`: selectors, `s!`.
// `bridge`: typenum numbers for ranks and back; `proofs`: the tables agree with typenum.
// Not here: sizes, strides, elements. Nothing in this folder knows that a tensor exists.

mod arithmetic;
mod axis;
mod bridge;
mod exact;
mod named;
mod over;
#[cfg(test)]
mod proofs;
pub(crate) mod seal;
mod slice;
mod tables;
#[cfg(test)]
mod tests;

#[cfg(feature = "linalg")]
pub use arithmetic::SolveRhs;
pub use arithmetic::{
    AnyRank, BroadcastTo, BroadcastWith, MAX_RANK, MatrixRank, Minus, Plus, SpanTo,
};
pub use axis::{Axis, AxisOf, Back, DistinctFrom, InsertInto, Last, Rank};
pub use bridge::{AsRank, RankNum};
pub use exact::{
    AsManySizesAs, IsRankOne, IsRankThree, IsRankTwo, IsRankZero, SpatialRank, VectorsOf,
};
pub use named::{NamedAxis, NamedFor};
pub use over::{All, AxisList, CoversRank, HasAxes, Keep, Over, Permutation};
pub use slice::{
    AxisIndex, AxisLeft, AxisRange, NewAxis, NoAxisLeft, Selector, Selectors, SliceArg, SliceOf,
    Step,
};
