use holor::prelude::*;

fn main() {
    let v: Tensor<i32, 1> = tensor![1, 2, 3, 4];
    assert_eq!(v.shape(), [4]);
}
