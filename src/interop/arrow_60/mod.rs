//! Arrow 60: buffers and columns as tensors, and tensors as buffers and columns.
//!
//! Numbers are not copied, either way, where they are contiguous: a tensor made of a buffer owns it, and a
//! buffer made of a tensor owns the tensor. Booleans are copied, because Arrow packs them into bits.
//!
//! | Arrow | Tensor |
//! |---|---|
//! | [`ScalarBuffer<T>`](arrow_buffer::ScalarBuffer), `PrimitiveArray` | rank 1: `[rows]` |
//! | `FixedSizeListArray`, also nested | rank 2: `[rows, size]`, one more for each level |
//! | `ListArray`, `LargeListArray` whose lists have one length | the same |
//! | a column of the extension type `arrow.fixed_shape_tensor` | `[rows, ..shape]` |
//! | `BooleanBuffer`, `BooleanArray` | rank 1, copied |
//!
//! Axis 0 is the row. Rank and element type are checked; slices of arrays are what they show. A null is refused
//! with its position, or replaced by a value in the functions that end in `_with_null`.
//!
//! The feature `arrow_buffer_60` has the buffers; `arrow_60` has the columns too. Arrow has a new major version
//! every few months, whose types are not those of the last one: so the version is part of the name. The
//! versions that are here have the same functions, and [`arrow_buffer`], `arrow_array` and `arrow_schema` are
//! exported as they are meant.
#![cfg_attr(feature = "arrow_60", doc = "```")]
#![cfg_attr(not(feature = "arrow_60"), doc = "```ignore")]
//! use holor::interop::arrow_60::{self, arrow_array};
//! use holor::prelude::*;
//! use arrow_array::{Array, ArrayRef, RecordBatch};
//!
//! // Ten images of 4 x 6 pixels, as a column of `arrow.fixed_shape_tensor`.
//! let images = Tensor::<f32, 3>::from_fn([10, 4, 6], |[i, y, x]| (i + y * x) as f32);
//! let first = images.as_ptr();
//! let (field, column) = arrow_60::into_column_with_names("image", images, ["y", "x"])?;
//! let schema = arrow_array::RecordBatch::try_new(
//!     std::sync::Arc::new(arrow_60::arrow_schema::Schema::new(vec![field])),
//!     vec![column],
//! )?;
//!
//! let images: Tensor<f32, 3> = arrow_60::from_batch(&schema, "image")?;
//! assert_eq!(images.shape(), [10, 4, 6]);
//! assert_eq!(images.as_ptr(), first); // copied neither way
//!
//! let error = arrow_60::from_batch::<f32, 2>(&schema, "image").unwrap_err();
//! assert_eq!(error.to_string(), "from_batch: [10, 4, 6]: expected rank 2, found rank 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "arrow_60")]
pub use arrow_array_60 as arrow_array;
pub use arrow_buffer_60 as arrow_buffer;
#[cfg(feature = "arrow_60")]
pub use arrow_schema_60 as arrow_schema;

mod buffer;
#[cfg(feature = "arrow_60")]
mod column;
#[cfg(feature = "arrow_60")]
mod element;
#[cfg(feature = "arrow_60")]
mod fixed_shape;
#[cfg(feature = "arrow_60")]
mod metadata;
#[cfg(feature = "arrow_60")]
mod walk;

#[cfg(feature = "arrow_60")]
pub use column::{
    any_from_column, column_rank, from_array, from_array_with_null, from_batch, from_column,
    from_column_with_null, into_column, into_column_with_names,
};
#[cfg(feature = "arrow_60")]
pub use element::ArrowElement;
#[cfg(feature = "arrow_60")]
pub use fixed_shape::FixedShapeTensor;
