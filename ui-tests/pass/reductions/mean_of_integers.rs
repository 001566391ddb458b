use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([2, 3]);
    let means = m.cast::<f64>().mean(All);
    assert_eq!(means.item(), 0.0);
}
