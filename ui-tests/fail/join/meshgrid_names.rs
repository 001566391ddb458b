// B: three names for the grids of two vectors
use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::linspace(0.0, 1.0, 3);
    let [i, j, k] = meshgrid([&x, &x], Indexing::Ij);
}
