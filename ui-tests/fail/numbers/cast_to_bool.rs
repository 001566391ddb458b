// A: numbers turned into a mask by `cast`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::ones([3]);
    let mask = x.cast::<bool>();
}
