// B: the rank of a saturating sum of a vector and a matrix
use holor::prelude::*;

fn main() {
    let x = Tensor::<u8, 1>::ones([3]);
    let sum: Tensor<u8, 1> = x.saturating_add(&Tensor::<u8, 2>::ones([2, 3]));
}
