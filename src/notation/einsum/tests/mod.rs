//! The stages, and all of them together against a loop over all indices.

mod oracle;
mod parse;
mod plan;
mod random;
