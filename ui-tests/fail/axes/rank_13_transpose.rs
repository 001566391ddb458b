// A: `transpose` of a rank beyond the relations
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let turned = t.transpose();
}
