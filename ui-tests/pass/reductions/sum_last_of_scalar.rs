use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let sum = x.sum(All);
    assert_eq!(sum.item(), 1.0);
}
