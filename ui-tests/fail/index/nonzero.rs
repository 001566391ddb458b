// B: the indices of a matrix as one vector
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let [places] = m.nonzero();
}
