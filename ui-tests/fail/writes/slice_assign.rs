// A: assigning to a slice that is a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    m.slice(s![0, ..]).assign(&tensor![1.0, 2.0, 3.0]);
}
