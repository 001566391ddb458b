use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([1; 12]);
    let v = Tensor::<u8, 1>::zeros([1]);
    let zipped = zip((&t, &v));
    assert_eq!(zipped.shape(), [1; 12]);
}
