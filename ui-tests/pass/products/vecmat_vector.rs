use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let y = v.vecmat(&Tensor::<f32, 2>::ones([3, 2]));
    assert_eq!(y.shape(), [2]);
}
