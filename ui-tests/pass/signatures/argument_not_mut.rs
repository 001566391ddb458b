use holor::prelude::*;

fn clear(x: &mut TensorRef<f64, 2>) {
    x.fill(0.0);
}

fn main() {
    let mut m = Tensor::<f64, 2>::ones([2, 3]);
    clear(&mut m);
}
