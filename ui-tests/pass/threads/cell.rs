use holor::prelude::*;

fn send<T: Send>(_: T) {}

fn main() {
    send(Tensor::full([2], 1));
}
