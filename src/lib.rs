//! x
#![no_std]
extern crate alloc;

mod error;
mod layout;
mod rank;

pub use error::{ErrorKind, ShapeError};
pub use layout::{INFER, Layout, Order};
