use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.mask_fill(&m.row(0).greater(0.0), 0.0);
    assert_eq!(t.shape(), [2, 3]);
}
