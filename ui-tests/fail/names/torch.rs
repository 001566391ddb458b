// A: torch's names of methods
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    a.dim();
    a.numel();
    a.expand([5, 2, 3]);
}
