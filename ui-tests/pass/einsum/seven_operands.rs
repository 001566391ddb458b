use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([2]);
    let _: Tensor<f32, 1> = einsum!("i,i,i,i,i,i->i", &v, &v, &v, &v, &v, &v);
}
