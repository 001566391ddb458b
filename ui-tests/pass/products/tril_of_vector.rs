use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([3, 3]);
    let low = m.tril(0);
    assert_eq!(low[[0, 2]], 0.0);
}
