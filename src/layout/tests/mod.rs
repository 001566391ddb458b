//! Tests of the layouts: exhaustive where small, each against a slow and obvious oracle.
//!
//! Here: `oracle` (counts through indices, adds in wide integers), then a file of tests for each
//! file of the folder above; `reach` walks through all views that chains of operations make of
//! whole buffers; `bad_input` has the exact text of every error.
//! Not here: tensors, elements.

mod bad_input;
mod broadcast;
mod facts;
mod index;
mod offsets;
mod oracle;
mod overlap;
mod parts;
mod reach;
mod reduction;
mod reshape;
mod slice;
mod view;
mod walk;
