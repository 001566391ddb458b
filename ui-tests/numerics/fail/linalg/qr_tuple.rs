// B: the factors of `qr` as a tuple
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let (q, r) = m.qr();
}
