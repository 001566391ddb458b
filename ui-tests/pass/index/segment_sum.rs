use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.segment_sum(Axis::<0>, &[0, 1], 2);
    assert_eq!(t.shape(), [2, 3]);
}
