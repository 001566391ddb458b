use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let count = a.greater(0.0).count_nonzero(All);
    assert_eq!(count.item(), 6);
}
