// A: the mean of a mask
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let share = a.greater(0.0).mean(All);
}
