// B: products of batches into one matrix
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 3>::ones([2, 3, 3]);
    let mut out = Tensor::<f32, 2>::zeros([3, 3]);
    a.matmul_into(&a, &mut out);
}
