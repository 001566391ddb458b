// B: the sizes of a shape as arguments
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros(2, 3);
}
