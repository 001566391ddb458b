use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let n = Tensor::<f32, 2>::ones([1, 3]);
    let mut row = m.row_mut(0);
    row += n.row(0);
    assert_eq!(m[[0, 2]], 1.0);
}
