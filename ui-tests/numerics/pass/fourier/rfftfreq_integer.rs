use holor::prelude::*;

fn main() {
    let f = Tensor::rfftfreq(8, 1.0);
    assert_eq!(f.shape(), [5]);
}
