use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let twice = 2.0 * &m;
    assert_eq!(twice.shape(), [2, 3]);
}
