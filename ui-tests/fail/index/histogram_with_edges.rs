// A: a matrix of edges for a histogram
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::zeros([4]);
    let counts = x.histogram_with_edges(&tensor![[0.0, 1.0], [2.0, 3.0]]);
}
