//! N-dimensional tensors whose rank is part of the type.
#![no_std]
#![deny(unsafe_code)]
#![allow(dead_code)] // until the layers above are complete

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod kernels;
mod layout;
mod ops;
mod rank;
mod storage;
mod tensor;

pub use error::{ErrorKind, ShapeError};
pub use layout::{INFER, Layout, Order};
pub use ops::{
    BroadcastRhs, Indexing, MatmulRhs, Mean, Zip, ZipOperand, Zippable, Zipped, concat, gemm,
    meshgrid, stack, try_concat, try_gemm, try_meshgrid, try_stack, try_zip, zip,
};
pub use rank::*;
pub use storage::{Mut, Ref, Share, Shared, Storage};
pub use tensor::{Matrix, StorageMut, Tensor, TensorView, TensorViewMut, Vector};
pub use typenum;

/// The types of the iterators.
pub mod iter {
    pub use crate::ops::iterate::{
        AxisIter, AxisIterMut, ExactChunks, ExactChunksMut, IndexedIter, IndexedIterMut, Iter,
        IterMut, Lanes, LanesMut, Views, ViewsMut, Windows,
    };
}

#[doc = include_str!("../docs/misuse.md")]
pub mod misuse {}

/// Brings the types, the relations, the macros and the free functions into scope.
pub mod prelude {
    pub use crate::rank::*;
    pub use crate::{
        BroadcastRhs, Indexing, MatmulRhs, Mean, Zip, ZipOperand, Zippable, Zipped, concat, gemm,
        meshgrid, stack, try_concat, try_gemm, try_meshgrid, try_stack, try_zip, zip,
    };
    pub use crate::{
        ErrorKind, INFER, Layout, Matrix, Mut, Order, Ref, ShapeError, Share, Shared, Storage,
        StorageMut, Tensor, TensorView, TensorViewMut, Vector,
    };
    pub use crate::{axes, s, scalar_operators, tensor};
}
