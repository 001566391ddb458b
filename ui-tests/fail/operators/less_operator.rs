// B: `<` for a comparison of each element
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let mask = a < 2.0;
}
