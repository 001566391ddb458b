// B: the code of labels as a vector
use holor::prelude::*;

fn main() {
    let labels = tensor![2, 0];
    let coded: Tensor<f32, 1> = labels.one_hot(3);
}
