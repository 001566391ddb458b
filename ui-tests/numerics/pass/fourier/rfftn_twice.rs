use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.rfftn(axes![1, 0]);
    assert_eq!(y.shape(), [2, 8]);
}
