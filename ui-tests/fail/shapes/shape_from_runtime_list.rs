// B: a `Vec` of sizes as a shape
use holor::prelude::*;

fn main() {
    let sizes = vec![2, 3];
    let m = Tensor::<f32, 2>::zeros(sizes);
}
