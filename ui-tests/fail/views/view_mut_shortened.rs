// B: a mutable view of longer-lived elements taken for one of shorter-lived ones
use holor::prelude::*;

fn shorten<'a>(t: TensorViewMut<'a, &'static str, 1>) -> TensorViewMut<'a, &'a str, 1> {
    t
}

fn main() {
    shorten(Tensor::full([1], "long").view_mut());
}
