use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let d = v.cumsum_with_initial(Last, 0.0);
    assert_eq!(d.shape(), [7]);
}
