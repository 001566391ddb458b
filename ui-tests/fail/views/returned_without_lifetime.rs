// B: returning a view of one of two arguments without saying which
use holor::prelude::*;

fn longer(a: &TensorRef<f32, 1>, b: &TensorRef<f32, 1>) -> TensorView<'_, f32, 1> {
    if a.len() > b.len() { a.view() } else { b.view() }
}

fn main() {
    longer(&tensor![1.0], &tensor![2.0, 3.0]);
}
