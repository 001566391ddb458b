use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let inverse = m.cast::<f64>().inv();
    assert_eq!(inverse.shape(), [3, 3]);
}
