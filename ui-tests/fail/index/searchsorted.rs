// A: `searchsorted` in a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let places = m.searchsorted(&tensor![0.5]);
}
