// A: a mask as the right factor
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let kept = &a * a.greater(0.0);
}
