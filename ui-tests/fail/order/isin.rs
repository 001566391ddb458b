// B: a mask of the rank of the set
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let mask: Vector<bool> = m.isin(&tensor![0.0, 1.0]);
}
