//! Arrow 59, which `DataFusion` 55 uses: buffers and columns as tensors, and tensors as buffers and columns.
//!
//! Everything is as in `arrow_60`, whose files this module compiles for the types of Arrow 59. The feature
//! `arrow_59` has both the buffers and the columns.
#![cfg(not(doctest))]
#![allow(clippy::duplicate_mod, reason = "the types of each version are types of their own")]

pub use arrow_array_59 as arrow_array;
pub use arrow_buffer_59 as arrow_buffer;
pub use arrow_schema_59 as arrow_schema;

#[path = "arrow_60/buffer.rs"]
mod buffer;
#[path = "arrow_60/column.rs"]
mod column;
#[path = "arrow_60/element.rs"]
mod element;
#[path = "arrow_60/fixed_shape.rs"]
mod fixed_shape;
#[path = "arrow_60/metadata.rs"]
mod metadata;
#[path = "arrow_60/walk.rs"]
mod walk;

pub use column::{
    any_from_column, column_rank, from_array, from_array_with_null, from_batch, from_column,
    from_column_with_null, into_column, into_column_with_names,
};
pub use element::ArrowElement;
pub use fixed_shape::FixedShapeTensor;
