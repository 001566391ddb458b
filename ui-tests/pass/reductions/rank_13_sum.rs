use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 13>::zeros([1; 13]);
    let sums = t.sum(All);
    assert_eq!(sums.item(), 0.0);
}
