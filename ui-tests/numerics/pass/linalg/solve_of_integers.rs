use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let x = m.cast::<f64>().solve(&tensor![1.0, 2.0, 3.0]);
    assert_eq!(x.shape(), [3]);
}
