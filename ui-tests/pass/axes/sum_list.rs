use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums = m.sum(axes![0, 1]);
    assert_eq!(sums.item(), 0.0);
}
