// B: `gemm` into a read-only view
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 2]);
    gemm(1.0, &a, &a, 0.0, &mut a.view());
}
