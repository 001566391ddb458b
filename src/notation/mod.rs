//! Patterns in literals, read while the crate that writes them is checked: `rearrange!` and its kin.
//!
//! `words.rs` puts the messages of refused patterns together, in const fns.
//! Not here: loops over elements (`kernels`), view operations (`layout`).

// The macros that use it follow.
#[allow(dead_code)]
mod words;
