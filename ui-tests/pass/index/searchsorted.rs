use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let places = m.row(0).searchsorted(&tensor![0.5]);
    assert_eq!(places.shape(), [1]);
}
