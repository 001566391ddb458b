// B: the factors of `svd` as a tuple
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let (u, s, vh) = m.svd();
}
