// A: zip of a lower rank with one beyond the relations
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let v = Tensor::<u8, 1>::zeros([1]);
    let zipped = zip((&t, &v));
}
