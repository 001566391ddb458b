use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum: f32 = m.sum(All).item();
    assert_eq!(sum, 0.0);
}
