use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    v.view_mut().fill(1.0);
    assert_eq!(v.broadcast_to([2, 3]), Tensor::<f32, 2>::ones([2, 3]));
}
