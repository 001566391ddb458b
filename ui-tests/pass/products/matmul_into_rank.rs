use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 3>::ones([2, 3, 3]);
    let mut out = Tensor::<f32, 3>::zeros([2, 3, 3]);
    a.matmul_into(&a, &mut out);
    assert_eq!(out.to_vec(), [3.0; 18]);
}
