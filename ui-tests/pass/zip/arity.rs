use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = zip((&m, &m, &m)).map(|a: &f32, b: &f32, c: &f32| a + b + c);
    assert_eq!(sum.shape(), [2, 3]);
}
