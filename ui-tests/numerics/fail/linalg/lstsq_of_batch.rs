// A: a vector for each matrix of a batch as the right side of `lstsq`
use holor::prelude::*;

fn main() {
    let a = Tensor::<f64, 3>::ones([5, 3, 2]);
    let fit = a.lstsq(&Tensor::<f64, 2>::ones([5, 3]));
}
