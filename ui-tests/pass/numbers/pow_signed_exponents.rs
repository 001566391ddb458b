use holor::prelude::*;

fn main() {
    let x = tensor![1, 2, 3];
    let powers = x.pow(&tensor![2_u32, 2, 2]);
    assert_eq!(powers, tensor![1, 4, 9]);
}
