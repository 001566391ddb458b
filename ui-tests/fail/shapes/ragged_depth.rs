// B: brackets of different depth in `tensor!`
use holor::prelude::*;

fn main() {
    let m = tensor![[1, 2], 3];
}
