use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let x = v.diag().solve(&v);
    assert_eq!(x, v);
}
