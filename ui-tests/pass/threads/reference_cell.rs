use holor::prelude::*;
use std::cell::Cell;

fn send<T: Send>(_: T) {}

fn main() {
    let mut cells = Tensor::full([2], Cell::new(1));
    let cells: &mut TensorRef<Cell<i32>, 1> = &mut cells;
    send(cells);
}
