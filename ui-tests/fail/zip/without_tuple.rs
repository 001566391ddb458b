// A: operands of zip as arguments
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let sum = zip(&a, &a).map(|a, b| a + b);
}
