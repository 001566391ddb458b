use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let products = m.prod(Back::<2>);
    assert_eq!(products.shape(), [3]);
}
