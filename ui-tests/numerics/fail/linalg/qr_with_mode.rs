// A: `qr_with_mode` of a vector
use holor::linalg::Mode;
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let factors = v.qr_with_mode(Mode::Complete);
}
