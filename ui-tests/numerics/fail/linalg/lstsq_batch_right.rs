// A: a batch of right sides for `lstsq`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let fit = m.lstsq(&Tensor::<f64, 3>::ones([5, 3, 1]));
}
