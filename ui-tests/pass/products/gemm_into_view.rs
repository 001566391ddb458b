use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 2]);
    let mut c = Tensor::<f32, 2>::zeros([2, 2]);
    gemm(1.0, &a, &a, 0.0, &mut c.view_mut());
    assert_eq!(c.to_vec(), [2.0; 4]);
}
