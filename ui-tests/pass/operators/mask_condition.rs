use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    if a.greater(0.0).any(All).item() {
        a.row(0);
    }
}
