use holor::prelude::*;

fn main() {
    let labels = tensor![2, 0];
    let coded: Tensor<f32, 2> = labels.one_hot(3);
    assert_eq!(coded.shape(), [2, 3]);
}
