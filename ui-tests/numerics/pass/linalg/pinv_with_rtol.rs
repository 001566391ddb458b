use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let p = v.unsqueeze(Last).pinv_with_rtol(1e-3);
    assert_eq!(p.shape(), [1, 3]);
}
