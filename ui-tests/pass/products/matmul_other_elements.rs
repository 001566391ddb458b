use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = Tensor::<f64, 2>::ones([3, 2]);
    let c = a.cast::<f64>().matmul(&b);
    assert_eq!(c.shape(), [2, 2]);
}
