// B: an index of three numbers from the iterator of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for ([i, j, k], x) in m.indexed_iter() {}
}
