// B: a view of `Rc` sent to another thread
use holor::prelude::*;
use std::rc::Rc;

fn send<T: Send>(_: T) {}

fn main() {
    let counted = Tensor::full([2], Rc::new(1));
    send(counted.view());
}
