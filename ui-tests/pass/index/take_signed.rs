use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let indices = tensor![0_i64, 1];
    let t = m.take(Axis::<1>, &indices.cast::<usize>());
    assert_eq!(t.shape(), [2, 2]);
}
