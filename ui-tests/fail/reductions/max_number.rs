// A: `max` of each element and a number
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let relu = a.max(0.0);
}
