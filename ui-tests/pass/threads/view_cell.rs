use holor::prelude::*;
use std::sync::atomic::AtomicI32;

fn send<T: Send>(_: T) {}

fn main() {
    let cells = Tensor::from_fn([2], |[i]| AtomicI32::new(i as i32));
    send(cells.view());
}
