use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 2>::zeros([2, 8]);
    let y = x.cast::<f64>().rfft(Last);
    assert_eq!(y.shape(), [2, 5]);
}
