use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.row_mut(0).fill(1.0);
    assert_eq!(m[[0, 2]], 1.0);
}
