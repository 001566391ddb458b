// B: a tensor of `Rc` sent to another thread
use holor::prelude::*;
use std::rc::Rc;

fn send<T: Send>(_: T) {}

fn main() {
    send(Tensor::full([2], Rc::new(1)));
}
