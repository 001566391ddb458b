use holor::prelude::*;

fn identity() -> Tensor<f32, 1> {
    let t = Tensor::<f32, 2>::eye(3);
    t.viewed(|t| t.row(0))
}

fn main() {
    assert_eq!(identity()[[0]], 1.0);
}
