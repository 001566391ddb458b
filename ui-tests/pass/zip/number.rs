use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = zip((&m, &Tensor::<f32, 0>::scalar(1.0))).map(|a, b| a + b);
    assert_eq!(sum.shape(), [2, 3]);
}
