use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let inverse = v.diag().inv();
    assert_eq!(inverse.shape(), [3, 3]);
}
