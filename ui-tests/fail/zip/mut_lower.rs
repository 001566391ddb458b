// A: zip changing an operand of lower rank
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    let m = Tensor::<f32, 2>::ones([2, 3]);
    zip((&mut v, &m)).for_each(|a, b| *a += b);
}
