use holor::prelude::*;

fn main() {
    let x = tensor![1, 2];
    let doubled = &x << 1;
    assert_eq!(doubled, tensor![2, 4]);
}
