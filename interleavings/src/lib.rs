//! The parts of holor that synchronise threads, compiled from its own files with the types of `loom`.
//!
//! `cargo test -p interleavings --release` runs the models in `tests/`.
#![allow(missing_docs, unreachable_pub, dead_code)]

extern crate alloc;

pub mod storage;
