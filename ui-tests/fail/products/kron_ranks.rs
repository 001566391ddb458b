// B: `kron` of a matrix and a vector
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let v = Tensor::<f64, 1>::ones([6]);
    let k = m.kron(&v);
}
