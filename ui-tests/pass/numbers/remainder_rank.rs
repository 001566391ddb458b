use holor::prelude::*;

fn main() {
    let v = tensor![7, 8];
    let m = tensor![[2, 3], [4, 5]];
    let rest: Tensor<i32, 2> = v.remainder(&m);
    assert_eq!(rest, tensor![[1, 2], [3, 3]]);
}
