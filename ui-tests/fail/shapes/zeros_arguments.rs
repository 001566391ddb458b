// B: the sizes of a shape as arguments
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros(2, 3);
}
