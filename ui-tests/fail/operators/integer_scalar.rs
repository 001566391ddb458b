// A: an integer scalar with floats
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let twice = &a * 2;
}
