use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    dims!(m => [h, w]);
    assert_eq!((h, w), (4, 6));
}
