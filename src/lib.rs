//! N-dimensional tensors whose rank is part of the type.
//!
//! A [`Tensor<T, 2>`](Tensor) is a matrix, and a `Tensor<T, 3>` is another type. Sizes are run-time
//! values, as in numpy. Ranks and axes are types: a wrong rank, an axis that does not exist, or a
//! matrix product of vectors is an error of `cargo check`.
//!
//! ```
//! use holor::prelude::*;
//!
//! let image = Tensor::from_fn([4, 6, 3], |[y, x, c]| (y * 100 + x * 10 + c) as f32);
//! let planes: TensorView<'_, f32, 3> = image.permute(axes![2, 0, 1]); // [3, 4, 6], no copy
//! let red: TensorView<'_, f32, 2> = planes.index_axis(Axis::<0>, 0); // [4, 6], no copy
//! let means: Tensor<f32, 1> = red.mean(Last); // [4]
//! let centred: Tensor<f32, 2> = red - means.unsqueeze(Last); // [4, 6] - [4, 1]
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
//! let sums: Tensor<f32, 2> = m.sum(Axis::<0>); // expected `2`, found `1`
//! ```
//!
//! # The types
//!
//! | Type | | Like |
//! |---|---|---|
//! | [`Tensor<T, R>`](Tensor) | owns its elements; a clone is O(1), with copy on write | `Vec<T>` |
//! | [`TensorView<'a, T, R>`](TensorView) | borrows elements for reading; `Copy` | `&'a [T]` |
//! | [`TensorViewMut<'a, T, R>`](TensorViewMut) | borrows elements for writing | `&'a mut [T]` |
//! | [`TensorRef<T, R>`](TensorRef) | behind a reference; the other three dereference to it | `[T]` |
//!
//! [`AnyTensor`] holds data whose rank is known only at run time, until [`match_rank!`] or
//! [`into_rank`](AnyTensor::into_rank) makes one of these types of it. In [`Strict`] tensors only equal ranks
//! combine.
//!
//! A function that reads takes `&TensorRef<f64, 2>`, one that writes takes `&mut TensorRef<f64, 2>`.
//!
//! # Where to find what
//!
//! - [`TensorRef`]: [all methods by topic](TensorRef#all-methods-by-topic), each with its shapes and
//!   its names in numpy, torch and ndarray.
//! - [`guide`]: how to write functions that take tensors, of one rank or of any.
//! - [`from_ndarray`], [`from_numpy`], [`from_torch`]: the first hour, when you come from there.
//! - [`features`]: which features to choose, and what each brings.
//! - [`numpy`]: where each function of numpy and of the array API standard is.
//! - [`errors`]: which operations can fail, and how.
//! - [`misuse`]: the mistakes that the compiler finds, and its messages.
//! - [`math`]: functions of one float, for the closures of `map` and `zip`.
//! - [`accuracy`]: the accuracy of functions of floats.
//! - [`notation`]: `einsum!`, `rearrange!`, `reduce!`, `repeat!` by patterns, as in numpy and einops.
//! - [`tensor!`], [`axes!`], [`s!`]: tensors of literals, lists of axes, slices.
//! - [`rank`] and [`operand`]: the traits for bounds of generic functions.
//!
//! # Properties
//!
//! - **A view never copies.** `permute`, `slice` and the other view methods borrow the elements. The
//!   borrow checker rejects a write while a view is in use.
//! - **A write to one tensor never changes another.** A tensor that shares its buffer with a clone
//!   copies its elements before the first write; [`Tensor::is_shared`] says whether it would.
//! - **Every operation takes any strides.** No operation requires contiguous elements. Computed results
//!   are contiguous.
//! - **Every element type works**: floats, integers, `bool`, complex numbers, `f16` and `bf16` (feature
//!   `half`), and your own. Bounds are traits of std and of [`num_traits`], which is re-exported, as
//!   is [`num_complex`].
//! - **Relations between ranks exist up to rank 12** ([`MAX_RANK`]). A tensor of higher rank has the
//!   operations that keep its rank.
//! - **Default compiler flags suffice.** Loops, with the closures that you pass, are compiled for AVX2 as
//!   well, products and functions of floats for AVX-512 too, and selected at run time.
//!
//! # Features
//!
//! | Feature | Default | Adds |
//! |---|---|---|
//! | `std` | yes | CPU detection at run time, functions of floats, the cache of freed buffers ([`memory`]); without it the crate is `no_std` with `alloc` |
//! | `rayon` | yes | threads, for the `par_` methods and for large operations on primitive numbers |
//! | `half` | | `f16` and `bf16` elements ([`half`]) |
//! | `libm` | | functions of floats without `std` ([`math`]) |
//! | `linalg` | | decompositions: `solve inv det cholesky qr svd pinv lstsq eigh eig` and what follows from them, by faer ([`linalg`]) |
//! | `fft` | | Fourier transforms along typed axes: `fft rfft fftn irfftn` and the rest of the fourteen, by rustfft |
//! | `rand` | | random tensors: any distribution, `shuffle`, `permutation`, `choice` |
//! | `dlpack` | | tensors to and from numpy, torch, jax and other libraries by DLPack, without a copy ([`interop`]) |
//! | `ndarray_0_17` | | arrays and views of ndarray 0.17, without a copy ([`interop`]) |
//! | `nalgebra_0_35` | | matrices and views of nalgebra 0.35, without a copy |
//! | `faer_0_24` | | views of matrices of faer 0.24, without a copy |
//! | `image_0_25` | | images of the crate image 0.25 as tensors of shape `[height, width, channels]` |
//! | `approx_0_5` | | `assert_abs_diff_eq!`, `assert_relative_eq!` and `assert_ulps_eq!` of approx 0.5 for tensors |
//! | `bytemuck` | | tensors as bytes, bytes as tensors, and views of another element type with the same bits |
//! | `serde` | | serialisation by serde, with the shape checked when a tensor is read |
//! | `npy` | | npy files: an array of numpy in each ([`io`]) |
//! | `npz` | | npz files: arrays of numpy by name |
//! | `safetensors` | | safetensors files: tensors by name, as models are published |
//! | `text` | | numbers in text: CSV and columns |
//! | `mmap` | | files mapped into memory, as tensors without a copy |
//! | `arrow_buffer_60` | | buffers of Arrow 60 as tensors, and tensors as buffers |
//! | `arrow_60` | | buffers and columns of Arrow 60, with the extension type `arrow.fixed_shape_tensor` |
//! | `arrow_59` | | buffers and columns of Arrow 59, for DataFusion 55 |
//! | `zarrs_0_23` | | parts of Zarr arrays, which may be larger than memory, by zarrs 0.23 |
//!
//! # Layers of the source
//!
//! `error` < `rank` (ranks, axes and their relations; types only) < `layout` (shape and strides as a
//! value) < `storage` (the four types, ownership of memory) < `formulas` (functions of numbers) < `kernels`
//! (loops over memory) < `algorithms` (sorting, decompositions, Fourier transforms, random numbers; safe code) <
//! `tensor` (constructors, views, access to elements) < `ops` (operations that compute) < `notation` (patterns) <
//! `io` (files) < `interop` (other libraries). A layer uses only layers to its left. `unsafe` is in `storage`,
//! `kernels` and `interop` only.
#![no_std]
#![deny(unsafe_code)]
// Labels each item with the features that it needs, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod algorithms;
mod error;
mod formulas;
pub mod interop;
pub mod io;
mod kernels;
mod layout;
#[doc = include_str!("../docs/notation.md")]
pub mod notation;
mod ops;
pub mod rank;
mod storage;
mod tensor;

pub use error::{ErrorKind, ShapeError};
/// Numbers of 16 bits as elements, `f16` and `bf16` (feature `half`); re-exported.
///
/// ```
/// use holor::half::f16;
/// use holor::prelude::*;
///
/// let weights = tensor![0.5_f32, 0.1].cast::<f16>();
/// assert_eq!(weights[[0]], f16::from_f32(0.5));
/// ```
#[cfg(feature = "half")]
pub use half;
pub use layout::{INFER, Layout, Order};
/// The functions that `einsum!` and `einsum_path!` expand to.
#[doc(hidden)]
pub use notation::einsum as einsum_macro;
pub use notation::einsum::EinsumPath;
/// Complex numbers as elements; re-exported.
pub use num_complex;
/// The traits of numbers in the bounds of methods: `Float`, `Zero`, `One`, `Signed`, `AsPrimitive`;
/// re-exported.
pub use num_traits;
#[cfg(feature = "fft")]
pub use ops::FourierNorm;
#[cfg(any(feature = "std", feature = "libm"))]
pub use ops::QuantileMethod;
pub use ops::Unique;
pub use ops::{
    Conjugate, ConvOptions, ConvTransposeOptions, Indexing, Mean, Overlap, PadMode, PoolOptions,
    Side, Strict, Zip, broadcast_shapes, concat, gemm, meshgrid, stack, try_broadcast_shapes,
    try_concat, try_gemm, try_meshgrid, try_stack, try_zip, zip,
};
/// Generators of random numbers and their traits, for random tensors; re-exported.
#[cfg(feature = "rand")]
pub use rand;
/// Distributions of random numbers, for [`Tensor::sample`]; re-exported.
#[cfg(feature = "rand")]
pub use rand_distr;
pub use rank::{All, Axis, Back, Keep, Last, MAX_RANK, NamedAxis, NewAxis, Rank, Selector, Step};
pub use tensor::{
    AnyTensor, Batched, DType, HasDType, Matrix, MatrixRef, Tensor, TensorRef, TensorView,
    TensorViewMut, Vector, VectorRef,
};
/// Numbers as types, for arithmetic with ranks ([`RankNum`](rank::RankNum)); re-exported.
pub use typenum;

/// Traits of the operands of operators, methods and functions, for the bounds of generic functions.
///
/// They are implemented for owned and borrowed tensors, and for scalars where an operand may be a
/// scalar. Other crates use them in bounds and do not implement them.
///
/// ```
/// use holor::operand::BroadcastRhs;
/// use holor::prelude::*;
///
/// /// 1 where `x` is between two bounds, which are tensors or numbers, and 0 elsewhere.
/// fn between<L, H, const R: usize>(x: &TensorRef<f32, R>, low: L, high: H) -> Tensor<i32, R>
/// where
///     L: BroadcastRhs<f32, R, Output = Rank<R>>,
///     H: BroadcastRhs<f32, R, Output = Rank<R>>,
/// {
///     (x.greater_equal(low) & x.less(high)).cast()
/// }
///
/// let x = tensor![1.0, 2.0, 3.0];
/// assert_eq!(between(&x, 1.5, &tensor![9.0, 9.0, 2.0]), tensor![0, 1, 0]);
/// ```
pub mod operand {
    pub use crate::notation::{EllipsisOperand, PatternOperand};
    #[cfg(any(feature = "std", feature = "libm"))]
    pub use crate::ops::FloatElement;
    pub use crate::ops::{
        AsManyAs, AssignRhs, BroadcastRhs, CastTo, CommonShape, EqualRhs, GridVectors, ListOf,
        MatmulRhs, OperandShape, OperandTuple, OrderRhs, StrictRhs, Summable, TakeIndices,
        TensordotRhs, WhereOperand, ZipOperand,
    };
    pub use crate::ops::{
        ComplexNumbers, Exponent, FloorDivision, Integers, Magnitude, ManyExponents, OneExponent,
        RealNumbers,
    };
    #[cfg(feature = "fft")]
    pub use crate::ops::{FourierAxes, FourierComplex, FourierReal};
    pub use crate::tensor::{PartSizes, RankOperand, Writable, WritesThrough};
}

/// Decompositions of matrices: the results of methods of [`TensorRef`], their options, and the bound of their
/// elements.
///
/// | Method | Result | |
/// |---|---|---|
/// | [`solve`](TensorRef::solve), [`inv`](TensorRef::inv), [`det`](TensorRef::det) | [`Tensor`] | linear systems, inverses, determinants |
/// | [`slogdet`](TensorRef::slogdet) | [`SlogDet`](linalg::SlogDet) | logarithms of determinants |
/// | [`cholesky`](TensorRef::cholesky) | [`Tensor`] | of positive definite matrices |
/// | [`qr`](TensorRef::qr) | [`Qr`](linalg::Qr) | orthogonal and triangular factors |
/// | [`svd`](TensorRef::svd) | [`Svd`](linalg::Svd) | singular values and vectors |
/// | [`svdvals`](TensorRef::svdvals), [`matrix_rank`](TensorRef::matrix_rank), [`pinv`](TensorRef::pinv) | [`Tensor`] | what follows from singular values |
/// | [`lstsq`](TensorRef::lstsq) | [`Lstsq`](linalg::Lstsq) | least squares |
/// | [`eigh`](TensorRef::eigh) | [`Eigh`](linalg::Eigh) | eigenvalues and eigenvectors of Hermitian matrices |
/// | [`eig`](TensorRef::eig) | [`Eig`](linalg::Eig) | of any square matrices |
/// | [`eigvalsh`](TensorRef::eigvalsh), [`eigvals`](TensorRef::eigvals) | [`Tensor`] | eigenvalues alone |
///
/// The last two axes are rows and columns, and all axes before them are a batch, of which each matrix is
/// decomposed by itself. A vector does not compile:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![1.0, 2.0].inv(); // a matrix needs rank 2 or more, found `Rank<1>`
/// ```
///
/// An error or a panic names the matrix that failed by its position in the batch. Any strides work. The
/// algorithms are those of the crate faer, on one thread.
#[cfg(feature = "linalg")]
pub mod linalg {
    pub use crate::ops::decompose::{Eig, Eigh, Lstsq, Mode, Qr, Scalar, SlogDet, Svd, Triangle};
}

/// Controls the cache of freed buffers.
///
/// When the last tensor of a buffer of 128 KiB or more is dropped, the buffer is kept in a cache. It is
/// used again for a result that fills at least four fifths of it. New memory costs more than most operations,
/// because the operating system clears each page when it is first written.
///
/// On Linux the cache holds at most 64 buffers with together 256 MiB, and the system may reclaim the
/// pages of those of 32 MiB or more until they are used again (`MADV_FREE`). On other systems the limit is 0.
/// [`set_cache_limit`](memory::set_cache_limit) changes it. New buffers of 4 MiB or more ask for huge pages
/// (`MADV_HUGEPAGE`, `MADV_COLLAPSE`), unless `/sys/kernel/mm/transparent_hugepage/enabled` says `never`.
#[cfg(feature = "std")]
pub mod memory {
    pub use crate::storage::{cache_memory, clear_cache, set_cache_limit};
}

/// Functions of one float, for the closures of `map`, `zip` and their kin.
///
/// A closure with these is compiled for the vector instructions of the machine, as the methods of
/// [`TensorRef`] are: `zip((&a, &b)).map(|&a, &b| math::tanh(a + b))` takes the time of one method, reads
/// each operand once and makes no tensor in between. `x.tanh()` of std in its place is a call of the C
/// library for each element, which takes twenty times as long. Single instructions of std (`x.sqrt()`,
/// `x.abs()`, `x.max(y)`, `x.floor()`) need no function of this module.
///
/// ```
/// use holor::{math, prelude::*};
///
/// // The next state of an LSTM cell, from its gates.
/// fn cell<const R: usize>(gates: [&TensorRef<f32, R>; 4], c: &TensorRef<f32, R>) -> Tensor<f32, R> {
///     let [i, f, g, o] = gates;
///     zip((i, f, g, o, c)).map(|&i, &f, &g, &o, &c| {
///         let c = math::sigmoid(f) * c + math::sigmoid(i) * math::tanh(g);
///         math::sigmoid(o) * math::tanh(c)
///     })
/// }
///
/// let x = &tensor![[0.5, -1.0], [2.0, 0.0]];
/// assert_eq!(cell([x, x, x, x], x).shape(), [2, 2]);
/// ```
///
/// The results are those of the methods, bit for bit; [`accuracy`] has their bounds. `sin` and `cos` take a
/// branch for numbers above a million, so that a loop with them is not vectorised: their methods are
/// faster.
///
/// A closure of more than a few lines is not inlined into the loop by itself, and then calls the functions
/// one number at a time: `#[inline(always)]` before it (`zip(..).map(#[inline(always)] |x, y| ..)`) makes
/// it so.
#[cfg(any(feature = "std", feature = "libm"))]
pub mod math {
    pub use crate::kernels::math::MathFloat;
    pub use crate::ops::scalar::*;
}

/// Iterator types, returned by methods such as [`iter`](TensorRef::iter) and
/// [`axis_iter`](TensorRef::axis_iter).
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

#[doc = include_str!("../docs/numpy.md")]
pub mod numpy {}

#[doc = include_str!("../docs/from_ndarray.md")]
pub mod from_ndarray {}

#[doc = include_str!("../docs/from_numpy.md")]
pub mod from_numpy {}

#[doc = include_str!("../docs/from_torch.md")]
pub mod from_torch {}

#[doc = include_str!("../docs/features.md")]
pub mod features {}

#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

#[doc = include_str!("../docs/misuse.md")]
pub mod misuse {}

#[doc = include_str!("../docs/accuracy.md")]
pub mod accuracy {}

/// The names that most programs use: types, axes, macros, functions, and the traits that are most
/// common in bounds of generic functions.
///
/// All relations between ranks are in [`rank`], and all traits of operands in [`operand`].
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(tensor![[1, 2], [3, 4]].sum(Axis::<0>), tensor![4, 6]);
/// ```
pub mod prelude {
    #[cfg(any(feature = "std", feature = "libm"))]
    pub use crate::QuantileMethod;
    pub use crate::Unique;
    pub use crate::operand::MatmulRhs;
    pub use crate::rank::{
        AxisOf, BroadcastTo, BroadcastWith, InsertInto, MatrixRank, Minus, Over, Permutation, Plus,
    };
    pub use crate::{
        All, AnyTensor, Axis, Back, ErrorKind, INFER, Indexing, Keep, Last, Matrix, MatrixRef,
        NewAxis, Order, PadMode, Rank, ShapeError, Side, Tensor, TensorRef, TensorView,
        TensorViewMut, Vector, VectorRef,
    };
    pub use crate::{
        axes, axis_names, dims, einsum, match_rank, rearrange, reduce, repeat, s, scalar_operators,
        tensor,
    };
    pub use crate::{concat, gemm, meshgrid, stack, zip};
}
