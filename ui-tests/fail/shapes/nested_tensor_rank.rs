// B: brackets two deep where a vector is annotated
use holor::prelude::*;

fn main() {
    let v: Tensor<i32, 1> = tensor![[1, 2], [3, 4]];
}
