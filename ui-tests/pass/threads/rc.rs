use holor::prelude::*;
use std::sync::Arc;

fn send<T: Send>(_: T) {}

fn main() {
    send(Tensor::full([2], Arc::new(1)));
}
