use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::linspace(0.0, 1.0, 3);
    let [i, j] = meshgrid([&x, &x], Indexing::Ij);
    assert_eq!((i.shape(), j.shape()), ([3, 3], [3, 3]));
}
