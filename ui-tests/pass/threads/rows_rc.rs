use holor::prelude::*;
use std::sync::Arc;

fn send<T: Send>(_: T) {}

fn main() {
    let mut counted = Tensor::full([2, 2], Arc::new(1));
    send(counted.axis_iter_mut(Axis::<0>));
}
