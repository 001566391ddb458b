// A: `sum` over an axis in a variable
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let axis = 1;
    let sums = a.sum(axis);
}
