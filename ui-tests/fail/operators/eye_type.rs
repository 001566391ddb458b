// B: an operand whose type of elements is not known
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([3, 3]);
    let difference = Tensor::eye(3) - &a;
}
