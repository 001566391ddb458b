use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.ifftshift(Axis::<1>);
    assert_eq!(y.shape(), [2, 8]);
}
