use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let relu = a.maximum(0.0);
    assert_eq!(relu, a);
}
