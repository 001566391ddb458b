use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 11>::zeros([4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let more = t.split_axis(Axis::<0>, [2, 2]);
    assert_eq!(more.shape(), [2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
}
