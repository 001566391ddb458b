// A: `concat` of scalars
use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let joined = concat(Axis::<0>, &[x.view(), x.view()]);
}
