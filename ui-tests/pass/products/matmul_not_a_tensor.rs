use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([1, 2]);
    let c = a.matmul(&tensor![[1.0], [2.0]]);
    assert_eq!(c.to_vec(), [3.0]);
}
