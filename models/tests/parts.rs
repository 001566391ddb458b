//! The unit tests of the modules, which CI runs here: `cargo test --lib` would compile and run those of holor again.
#![allow(dead_code, unreachable_pub)]

use models::gguf;

#[path = "../src/embed/draw.rs"]
mod draw;
#[path = "../src/chat/product.rs"]
mod product;
