use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sorted = m.mean(Axis::<0>).sort(Last);
    assert_eq!(sorted.shape(), [3]);
}
