use holor::prelude::*;

fn share<T: Sync>(_: &T) {}

fn main() {
    let mut numbers = Tensor::full([2], 1);
    share(&numbers.view_mut());
}
