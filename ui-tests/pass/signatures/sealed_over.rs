use holor::prelude::*;

fn main() {
    Tensor::<f32, 3>::ones([2, 3, 4]).sum(axes![0, 1]);
}
