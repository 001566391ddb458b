use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([8, 8]);
    let y = m.cast::<f64>().avg_pool([2, 2]);
    assert_eq!(y.shape(), [4, 4]);
}
