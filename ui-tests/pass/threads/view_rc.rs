use holor::prelude::*;
use std::sync::Arc;

fn send<T: Send>(_: T) {}

fn main() {
    let counted = Tensor::full([2], Arc::new(1));
    send(counted.view());
}
