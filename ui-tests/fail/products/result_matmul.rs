// B: the rank of a product of a batch and a matrix
use holor::prelude::*;

fn main() {
    let batch = Tensor::<f32, 3>::ones([5, 2, 3]);
    let m = Tensor::<f32, 2>::ones([3, 4]);
    let y: Tensor<f32, 2> = batch.matmul(&m);
}
