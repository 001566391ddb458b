use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let ones = a.greater(0.0).map(|&is| f32::from(is));
    assert_eq!(ones, a);
}
