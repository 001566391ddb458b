//! x
#![no_std]
extern crate alloc;

mod rank;

pub use rank::*;
pub use typenum;

/// Everything at once.
pub mod prelude {
    pub use crate::rank::*;
    pub use crate::{axes, s};
}
