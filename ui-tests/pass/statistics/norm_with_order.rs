use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let n = v.norm_with_order(Axis::<0>, 1.0);
    assert_eq!(n.item(), 6.0);
}
