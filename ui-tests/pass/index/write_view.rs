use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.row_mut(0).scatter(Last, &tensor![0], 2.0);
    assert_eq!(m[[0, 0]], 2.0);
}
