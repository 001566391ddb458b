// B: a transpose kept in the variable of its tensor
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m = m.transpose();
}
