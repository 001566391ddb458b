// B: the rank of stacked matrices
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let stacked: Tensor<f32, 2> = stack(Axis::<0>, &[m.view(), m.view()]);
}
