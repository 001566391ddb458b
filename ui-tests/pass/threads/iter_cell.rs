use holor::prelude::*;
use std::cell::Cell;

fn send<T: Send>(_: T) {}

fn main() {
    let mut cells = Tensor::full([2], Cell::new(1));
    send(cells.iter_mut());
}
