// A: axis out of range in `prod`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let products = m.prod(Back::<3>);
}
