// A: torch's names of methods with an axis
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let twice = a.size(0) * 2;
    let sums = a.sum_axis(Axis::<0>)[[0]] + 1.0;
}
