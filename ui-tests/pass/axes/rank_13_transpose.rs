use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let turned = t.reverse_axes();
    assert_eq!(turned.shape(), [1; 13]);
}
