// B: the inverse of the unique elements of a matrix as a vector
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let classes: Vector<usize> = m.unique_all().inverse;
}
