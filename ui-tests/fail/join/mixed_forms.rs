// B: an owned tensor and a view in one `concat`
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let joined = concat(Axis::<0>, &[a.view(), a]);
}
