// B: a view that reads given to a function that writes
use holor::prelude::*;

fn clear(x: &mut TensorRef<f32, 1>) {
    x.fill(0.0);
}

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    clear(&mut m.row(0));
}
