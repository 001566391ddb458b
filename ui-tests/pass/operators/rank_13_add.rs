use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let sum = &t + &t;
    assert_eq!(sum.shape(), [1; 13]);
}
