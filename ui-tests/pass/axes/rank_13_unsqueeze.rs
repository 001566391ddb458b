use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 11>::zeros([1; 11]);
    let more = t.unsqueeze(Axis::<0>);
    assert_eq!(more.shape(), [1; 12]);
}
