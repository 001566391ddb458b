use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let stacked: Tensor<f32, 3> = stack(Axis::<0>, &[m.view(), m.view()]);
    assert_eq!(stacked.shape(), [2, 2, 3]);
}
