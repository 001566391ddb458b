use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let s: Tensor<f64, 2> = batch.svdvals();
    assert_eq!(s.shape(), [5, 3]);
}
