// B: `cross` of a batch of vectors and one vector
use holor::prelude::*;

fn main() {
    let a = Tensor::<f64, 2>::ones([5, 3]);
    let b = Tensor::<f64, 1>::ones([3]);
    let c = a.cross(Last, &b);
}
