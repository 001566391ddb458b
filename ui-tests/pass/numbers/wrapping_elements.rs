use holor::prelude::*;

fn main() {
    let x = Tensor::<u8, 1>::ones([3]);
    let sum = x.wrapping_add(&tensor![255_u8, 0, 1]);
    assert_eq!(sum, tensor![0_u8, 1, 2]);
}
