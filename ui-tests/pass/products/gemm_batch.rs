use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = Tensor::<f32, 2>::ones([3, 2]);
    let mut c = Tensor::<f32, 2>::zeros([2, 2]);
    gemm(1.0, &a, &b, 0.0, &mut c);
    assert_eq!(c.to_vec(), [3.0; 4]);
}
