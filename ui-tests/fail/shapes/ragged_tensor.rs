// B: rows of different lengths in `tensor!`
use holor::prelude::*;

fn main() {
    let m = tensor![[1, 2, 3], [4, 5]];
}
