use holor::prelude::*;

fn main() {
    let mask = tensor![[true, false], [true, true]];
    let share: Tensor<f64, 1> = mask.mean_as(Axis::<1>);
    assert_eq!(share, tensor![0.5, 1.0]);
}
