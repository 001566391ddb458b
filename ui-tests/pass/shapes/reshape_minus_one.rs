use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let r = a.reshape([3, INFER]);
    assert_eq!(r.shape(), [3, 2]);
}
