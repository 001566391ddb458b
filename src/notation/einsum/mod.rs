//! `einsum!`: products and sums by the names of indices.
//!
//! A pattern goes through stages, a file each: `parse.rs` makes a recipe of the text, as a constant
//! (`recipe.rs`; what is wrong with it is a fault of `fault.rs`, told by the compiler); `typed.rs`
//! gives operands and result their ranks; `numbers.rs` adds the shapes; `plan.rs` chooses the order of
//! the operands; `run.rs` has it carried out by `ops/linalg/contract`; `path.rs` tells the plan.
//! `macros.rs` is what the user writes. No loop over elements here.

mod fault;
mod macros;
mod numbers;
mod parse;
mod path;
mod plan;
mod recipe;
mod run;
#[cfg(test)]
mod tests;
mod typed;

pub use path::EinsumPath;
pub use recipe::Recipe;
pub use typed::{Einsum, Held, JoinDots, NoDots, Pattern, PlaceList, Slot, Viewed, recipe};
