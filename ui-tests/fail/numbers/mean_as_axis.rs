// A: the share of what is true along an axis that does not exist
use holor::prelude::*;

fn main() {
    let mask = tensor![[true, false], [true, true]];
    let share: Tensor<f64, 1> = mask.mean_as(Axis::<2>);
}
