use holor::prelude::*;

fn clear(x: &mut TensorRef<f32, 2>) {
    x.fill(0.0);
}

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    clear(&mut m);
}
