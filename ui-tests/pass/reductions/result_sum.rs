use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums: Tensor<f32, 1> = m.sum(Axis::<0>);
    assert_eq!(sums.shape(), [3]);
}
