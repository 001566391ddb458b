use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = einsum!("ij->ji", &a);
    assert_eq!((a.shape(), b.shape()), ([2, 3], [3, 2]));
}
