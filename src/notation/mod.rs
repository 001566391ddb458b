//! Patterns in literals, read while the crate that writes them is checked: `rearrange!`, `reduce!`,
//! `repeat!` and `einsum!`.
//!
//! The stages are those of einops: `parse.rs` reads a literal, in const fns, with `words.rs` for the
//! messages of what it refuses; `recipe.rs` is what it means, a constant, whose ranks are types;
//! `operand.rs` says which tensors a macro takes and what becomes of each; `numbers.rs` finds the sizes
//! for one operand; `rearrange.rs` and `reduce.rs` make the result.
//! `dims.rs` asserts shapes. `einsum/` has the same stages for products and sums by the names of indices.
//! Not here: loops over elements (`kernels`), view operations (`layout`).

mod dims;
pub mod einsum;
mod numbers;
mod operand;
mod parse;
mod rearrange;
mod recipe;
mod reduce;
mod words;

#[doc(hidden)]
pub use dims::{Dim, Dims, dims, is_open, listed};
#[doc(hidden)]
pub use operand::{EllipsisOperand, Operand, PatternOperand};
#[doc(hidden)]
pub use rearrange::Rearrange;
#[doc(hidden)]
pub use recipe::Recipe;
#[doc(hidden)]
pub use reduce::Reduce;

use crate::error::{ShapeError, raise};

/// What comes of a macro: the result, or why there is none.
#[doc(hidden)]
#[must_use = "the macro changes no operand and returns the result"]
pub struct Outcome<T>(Result<T, ShapeError>);

impl<T> From<Result<T, ShapeError>> for Outcome<T> {
    #[inline]
    fn from(result: Result<T, ShapeError>) -> Self {
        Outcome(result)
    }
}

impl<T> Outcome<T> {
    /// The result, or the error.
    #[inline]
    pub fn result(self) -> Result<T, ShapeError> {
        self.0
    }

    /// The result; panics at the caller's line if there is none.
    #[must_use = "the macro changes no operand and returns the result"]
    #[track_caller]
    #[inline]
    pub fn value(self) -> T {
        raise(self.0)
    }
}
