use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let twice = &a * 2.0;
    assert_eq!(twice[[0, 0]], 2.0);
}
