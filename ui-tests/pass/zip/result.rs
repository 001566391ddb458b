use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = Tensor::<f32, 1>::zeros([3]);
    let sum: Tensor<f32, 2> = zip((&m, &v)).map(|a, b| a + b);
    assert_eq!(sum.shape(), [2, 3]);
}
