use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([3, 1]);
    m.column_mut(0).fill(1.0);
    assert_eq!(m[[2, 0]], 1.0);
}
