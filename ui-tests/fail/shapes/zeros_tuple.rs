// B: a tuple as a shape
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros((2, 3));
}
