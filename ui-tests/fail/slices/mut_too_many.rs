// A: more selectors than axes in `slice_mut`
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.slice_mut(s![0, .., ..]).fill(1.0);
}
