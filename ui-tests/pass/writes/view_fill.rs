use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.view_mut().fill(1.0);
    assert_eq!(m[[1, 2]], 1.0);
}
