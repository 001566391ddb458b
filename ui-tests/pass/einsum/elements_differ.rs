use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 1>::ones([2]);
    let b = Tensor::<f64, 1>::ones([2]);
    let _ = einsum!("i,i->", &a.cast::<f64>(), &b);
}
