use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([1; 12]);
    let more = t.slice(s![.., .., .., .., .., .., .., .., .., .., .., 0, NewAxis]);
    assert_eq!(more.shape(), [1; 12]);
}
