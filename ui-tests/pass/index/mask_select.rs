use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.row(0).mask_select(&m.row(1).greater(0.0));
    assert_eq!(t.shape(), [3]);
}
