//! What computes: each file chooses the shapes and calls a kernel.
//!
//! `reduce/` sums, extrema, statistics and running sums along axes.
//! Not here: loops over memory (`kernels/`), views and access (`tensor/`), unsafe code.
//! One line for each part, in alphabetical order; methods are found by the type, traits by the root.

mod reduce;

pub use reduce::Mean;
