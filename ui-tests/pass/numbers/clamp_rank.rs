use holor::prelude::*;

fn main() {
    let v = tensor![7, 8];
    let low = tensor![[9, 3], [4, 9]];
    let limited: Tensor<i32, 2> = v.clamp(&low, 10);
    assert_eq!(limited, tensor![[9, 8], [7, 9]]);
}
