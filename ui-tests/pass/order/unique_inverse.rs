use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let classes: Matrix<usize> = m.unique_all().inverse;
    assert_eq!(classes.shape(), [2, 3]);
}
