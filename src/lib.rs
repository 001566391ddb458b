//! N-dimensional tensors whose rank is part of the type.
//!
//! A [`Tensor<T, 2>`](Tensor) is a matrix, a `Tensor<T, 3>` is not, and the compiler knows. Sizes are
//! run-time values, as in numpy; ranks and axes are types, so that squeezing a scalar, permuting with
//! an axis too many or multiplying vectors as matrices does not pass `cargo check`.
//!
//! ```
//! use holor::prelude::*;
//!
//! let image = Tensor::from_fn([4, 6, 3], |[y, x, c]| (y * 100 + x * 10 + c) as f32);
//! let planes: Tensor<f32, 3> = image.permute(axes![2, 0, 1]); // [3, 4, 6], no copy
//! let red: Tensor<f32, 2> = planes.index_axis(Axis::<0>, 0); // [4, 6]
//! let rows: Tensor<f32, 1> = red.mean(Last); // [4]
//! let centred = &red - &rows.unsqueeze(Last); // [4, 6] - [4, 1]
//! assert!(centred.mean(All).item().abs() < 1e-4);
//!
//! let weights = Tensor::<f32, 2>::ones([6, 2]);
//! let scores: Tensor<f32, 2> = centred.matmul(&weights); // [4, 6] x [6, 2]
//! assert_eq!(scores.shape(), [4, 2]);
//! ```
//!
//! A wrong rank is a compile error that says both ranks:
//!
//! ```compile_fail,E0308
//! use holor::prelude::*;
//!
//! let m = Tensor::<f32, 2>::zeros([4, 6]);
//! let row: Tensor<f32, 2> = m.index_axis(Axis::<0>, 0); // expected `2`, found `1`
//! ```
//!
//! # Where to go
//!
//! - [`guide`]: owned or view, and functions over any rank. Page one.
//! - [`Tensor`]: every method, each with its shapes and its names in numpy and torch.
//! - [`errors`]: what can fail, and how: five classes of operations.
//! - [`misuse`]: the mistakes that the compiler finds, and what it says.
//! - [`accuracy`]: how precise functions of floats are.
//! - [`notation`]: `einsum!`, `rearrange!`, `reduce!`, `repeat!` by patterns, as in numpy and einops.
//! - [`axes!`], [`s!`], [`tensor!`]: axis lists, slices, tensors written down.
//!
//! # What to know
//!
//! - **Views never copy, values never alias.** `permute`, `slice` and their kin share memory; a write
//!   copies first where somebody else could see it. [`Tensor::is_shared`] tells.
//! - **Any stride pattern works everywhere.** No operation asks for contiguous memory. Results are
//!   row-major.
//! - **Any element type**: floats, integers, `bool`, complex, `f16` and `bf16` (feature `half`), your
//!   own. Bounds are those of std and of [`num_traits`], which is re-exported, as is [`num_complex`].
//! - **Ranks are related up to 12** ([`MAX_RANK`]). A higher one keeps the operations that leave its
//!   rank as it is.
//! - **Fast with default flags**: loops, the closures you pass included, are compiled for AVX2 and
//!   AVX-512 as well and chosen at run time.
//!
//! # Features
//!
//! | Feature | Default | What |
//! |---|---|---|
//! | `std` | yes | CPU detection; float functions. Without it the crate is `no_std` with `alloc` |
//! | `rayon` | yes | Several threads: `par_map` and its kin, and by themselves for large operations on numbers |
//! | `half` | | `f16` and `bf16` elements |
//! | `libm` | | float functions without `std` |
//!
//! # The layers of the source
//!
//! `error` < `rank` (types only) < `layout` (shapes and strides as a value) < `storage` (the only owner
//! of memory) < `kernels` (loops) < `tensor` (the struct, views, access) < `ops` (what computes) <
//! `notation` (patterns). An arrow points down only; `unsafe` is in `storage` and `kernels`.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod kernels;
mod layout;
#[doc = include_str!("../docs/notation.md")]
pub mod notation;
mod ops;
pub mod rank;
mod storage;
mod tensor;

pub use error::{ErrorKind, ShapeError};
pub use layout::{INFER, Layout, Order};
/// What the macros `einsum!` and `einsum_path!` expand to.
#[doc(hidden)]
pub use notation::einsum as einsum_macro;
pub use notation::einsum::EinsumPath;
/// Complex numbers, as elements.
pub use num_complex;
/// The traits of numbers that stand in bounds: `Float`, `Zero`, `One`, `Signed`, `AsPrimitive`.
pub use num_traits;
pub use ops::{
    Indexing, Mean, Zip, concat, gemm, meshgrid, stack, try_concat, try_gemm, try_meshgrid,
    try_stack, try_zip, zip,
};
pub use rank::{All, Axis, Back, Keep, Last, MAX_RANK, NamedAxis, NewAxis, Rank, Selector, Step};
pub use tensor::{
    Batched, Matrix, MatrixRef, Tensor, TensorRef, TensorView, TensorViewMut, Vector, VectorRef,
};
/// Numbers as types, with which ranks can be computed: [`RankNum`].
pub use typenum;

/// The traits of what operators, methods and functions take, for the bounds of generic functions.
///
/// They are implemented for all forms of a tensor, owned and borrowed, and for scalars where these
/// can stand; nobody else can implement them.
pub mod operand {
    pub use crate::ops::{
        AsManyAs, AssignRhs, BroadcastRhs, CastTo, EqualRhs, MatmulRhs, OperandShape, OperandTuple,
        Summable, TensordotRhs, WhereOperand, ZipOperand,
    };
    pub use crate::tensor::{Writable, WritesThrough};
}

/// What is kept of large freed buffers.
///
/// Buffers of 32 MiB and more are kept when their last tensor is dropped, and results of about the same
/// size are made in them: fresh memory costs more than most operations, for the system clears each
/// page when it is first touched. At most 8 buffers of together 256 MiB are kept on Linux, where their
/// pages are offered to the system (`MADV_FREE`) until they are used again, and none elsewhere;
/// [`set_cache_limit`](memory::set_cache_limit) changes that.
#[cfg(feature = "std")]
pub mod memory {
    pub use crate::storage::{cache_memory, clear_cache, set_cache_limit};
}

/// The types of the iterators.
pub mod iter {
    pub use crate::ops::iterate::{
        AxisIter, AxisIterMut, ExactChunks, ExactChunksMut, IndexedIter, IndexedIterMut, Iter,
        IterMut, Lanes, LanesMut, Views, ViewsMut, Windows,
    };
}

/// The programs of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub mod readme {}

#[doc = include_str!("../docs/guide.md")]
pub mod guide {}

#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

#[doc = include_str!("../docs/misuse.md")]
pub mod misuse {}

#[doc = include_str!("../docs/accuracy.md")]
pub mod accuracy {}

/// Brings into scope what most programs use: types, axes, macros, functions, and the relations that
/// stand in the bounds of generic functions.
///
/// All relations are in [`rank`], the traits of operands in [`operand`].
pub mod prelude {
    pub use crate::operand::MatmulRhs;
    pub use crate::rank::{
        AxisOf, BroadcastTo, BroadcastWith, InsertInto, MatrixRank, Minus, Over, Permutation, Plus,
    };
    pub use crate::{
        All, Axis, Back, ErrorKind, INFER, Indexing, Keep, Last, Matrix, MatrixRef, NewAxis, Order,
        Rank, ShapeError, Tensor, TensorRef, TensorView, TensorViewMut, Vector, VectorRef,
    };
    pub use crate::{
        axes, axis_names, dims, einsum, rearrange, reduce, repeat, s, scalar_operators, tensor,
    };
    pub use crate::{concat, gemm, meshgrid, stack, zip};
}
