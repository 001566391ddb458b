use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let sum = a.sum(All);
    assert_eq!(sum.item(), 6.0);
}
