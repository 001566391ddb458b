use holor::prelude::*;

fn shorten<'a>(t: TensorView<'a, &'static str, 1>) -> TensorView<'a, &'a str, 1> {
    t
}

fn main() {
    shorten(Tensor::full([1], "long").view());
}
