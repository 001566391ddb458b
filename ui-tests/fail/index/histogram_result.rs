// B: the counts of a histogram without their edges
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::zeros([4]);
    let counts: Vector<usize> = x.histogram(2);
}
