use holor::linalg::Mode;
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let factors = v.unsqueeze(Last).svd_with_mode(Mode::Complete);
    assert_eq!(factors.u.shape(), [3, 3]);
}
