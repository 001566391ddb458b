use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let factors = v.unsqueeze(Last).svd();
    assert_eq!(factors.u.shape(), [3, 1]);
}
