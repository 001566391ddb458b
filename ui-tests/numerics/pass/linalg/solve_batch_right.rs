use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let b = Tensor::<f64, 3>::ones([5, 3, 2]);
    let x = m.broadcast_to([5, 3, 3]).solve(&b);
    assert_eq!(x.shape(), [5, 3, 2]);
}
