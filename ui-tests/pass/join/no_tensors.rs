use holor::prelude::*;

fn main() {
    let joined = concat(Axis::<0>, &[tensor![1.0, 2.0], tensor![3.0, 4.0]]);
    assert_eq!(joined.shape(), [4]);
}
