use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m *= Tensor::<f32, 1>::ones([3]);
    assert_eq!(m.shape(), [2, 3]);
}
