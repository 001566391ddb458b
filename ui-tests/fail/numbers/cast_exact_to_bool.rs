// B: floats cast exactly to `bool`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let mask = x.cast_exact::<bool>();
}
