use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut t = Tensor::<f32, 3>::zeros([1, 2, 3]);
    t += &m;
    assert_eq!(t.shape(), [1, 2, 3]);
}
