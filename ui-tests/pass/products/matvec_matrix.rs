use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let y = m.matmul(&Tensor::<f32, 2>::ones([3, 1]));
    assert_eq!(y.shape(), [2, 1]);
}
