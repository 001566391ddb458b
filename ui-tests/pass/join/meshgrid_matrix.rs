use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = m.flatten();
    let grids = meshgrid([&v, &v], Indexing::Ij);
    assert_eq!(grids[0].shape(), [6, 6]);
}
