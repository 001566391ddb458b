//! What keeps traits from being implemented outside of the crate.
//!
//! Relations, selectors and operands promise things that layouts and kernels believe.

/// An argument or a constant of this type cannot be written outside of the crate, and so neither can
/// an impl of a trait that has one.
pub struct Seal;
