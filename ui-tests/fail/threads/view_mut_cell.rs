// B: a mutable view of `Cell` shared between threads
use holor::prelude::*;
use std::cell::Cell;

fn share<T: Sync>(_: &T) {}

fn main() {
    let mut cells = Tensor::full([2], Cell::new(1));
    share(&cells.view_mut());
}
