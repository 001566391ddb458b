use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let means: Tensor<f64, 2> = m.nan_mean(Keep(Last));
    assert_eq!(means.shape(), [2, 1]);
}
