// A: `matmul` with a nested array
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([1, 2]);
    let c = a.matmul([[1.0], [2.0]]);
}
