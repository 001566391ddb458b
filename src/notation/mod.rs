//! Patterns in literals, read while the crate that writes them is checked: `rearrange!` and its kin.
//!
//! `einsum/` products and sums by the names of indices; `words.rs` puts the messages of refused patterns
//! together, in const fns.
//! Not here: loops over elements (`kernels`), view operations (`layout`).

pub mod einsum;
// The macros that use it follow.
#[allow(dead_code)]
mod words;
