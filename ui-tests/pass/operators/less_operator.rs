use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let mask = a.less(2.0);
    assert!(mask.all(All).item());
}
