use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let twice = a.shape()[0] * 2;
    let sums = a.sum(Axis::<0>)[[0]] + 1.0;
    assert_eq!((twice, sums), (4, 3.0));
}
