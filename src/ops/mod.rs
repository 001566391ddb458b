//! What computes: each operation chooses shapes and strides, then calls a kernel.
//!
//! `equal` compares whole tensors; `iterate/` walks over elements, axes, lanes, blocks and windows.
//! Not here: loops over memory (`kernels/`), stride arithmetic (`layout/`), views (`tensor/view/`),
//! `unsafe`. A file holds the operations of one family, with their documentation.

mod equal;
pub(crate) mod iterate;
