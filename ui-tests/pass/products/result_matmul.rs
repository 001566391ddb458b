use holor::prelude::*;

fn main() {
    let batch = Tensor::<f32, 3>::ones([5, 2, 3]);
    let m = Tensor::<f32, 2>::ones([3, 4]);
    let y: Tensor<f32, 3> = batch.matmul(&m);
    assert_eq!(y.shape(), [5, 2, 4]);
}
