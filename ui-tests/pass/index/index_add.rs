use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.index_add(Axis::<1>, &[0], 1.0);
    assert_eq!(m[[1, 0]], 2.0);
}
