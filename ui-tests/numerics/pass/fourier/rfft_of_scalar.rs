use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.sum(Axis::<0>).rfft(Last);
    assert_eq!(y.shape(), [5]);
}
