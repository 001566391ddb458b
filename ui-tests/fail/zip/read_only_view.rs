// A: zip changing a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut v = m.view();
    zip((&mut v, &m)).for_each(|a, b| *a += b);
}
