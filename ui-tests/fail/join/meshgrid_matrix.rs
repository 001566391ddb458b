// A: `meshgrid` of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let grids = meshgrid([&m, &m], Indexing::Ij);
}
