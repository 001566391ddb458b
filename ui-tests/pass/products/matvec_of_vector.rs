use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let y = v.dot(&v);
    assert_eq!(y, 3.0);
}
