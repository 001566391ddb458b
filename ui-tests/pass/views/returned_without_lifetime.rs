use holor::prelude::*;

fn longer<'a>(a: &'a TensorRef<f32, 1>, b: &'a TensorRef<f32, 1>) -> TensorView<'a, f32, 1> {
    if a.len() > b.len() { a.view() } else { b.view() }
}

fn main() {
    assert_eq!(longer(&tensor![1.0], &tensor![2.0, 3.0]).len(), 2);
}
