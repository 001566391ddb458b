// B: a view that outlives its tensor
use holor::prelude::*;

fn main() {
    let v = {
        let m = Tensor::<f32, 2>::zeros([2, 3]);
        m.view()
    };
    v.len();
}
