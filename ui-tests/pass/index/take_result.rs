use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let indices = tensor![[0, 1], [1, 0]];
    let t: Tensor<f32, 3> = m.take(Axis::<0>, &indices);
    assert_eq!(t.shape(), [2, 2, 3]);
}
