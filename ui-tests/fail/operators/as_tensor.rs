// B: `as` for another type of elements
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let n = m as Tensor<f64, 2>;
}
