use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.column_mut(0).map_inplace(|x| *x += 1.0);
    assert_eq!(m[[1, 0]], 1.0);
}
