use holor::prelude::*;

fn main() {
    let labels = tensor![3_i32, 0, 1, 3];
    let counts = labels.cast::<usize>().bincount();
    assert_eq!(counts, tensor![1_usize, 1, 0, 2]);
}
