use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums = m.sum(axes![0, Last]);
    assert_eq!(sums.rank(), 0);
}
