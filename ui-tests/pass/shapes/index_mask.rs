use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m = m.less(0.0).where_cond(0.0, &m);
    assert_eq!(m[[0, 0]], 1.0);
}
