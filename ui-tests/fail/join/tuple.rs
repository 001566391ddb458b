// B: a tuple of tensors for `concat`
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let joined = concat(Axis::<0>, (&a, &a));
}
