// B: a tensor of `Cell` sent to another thread
use holor::prelude::*;
use std::cell::Cell;

fn send<T: Send>(_: T) {}

fn main() {
    send(Tensor::full([2], Cell::new(1)));
}
