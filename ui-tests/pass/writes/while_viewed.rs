use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.row(0).to_owned();
    m += 1.0;
    assert_eq!(row[[0]], 0.0);
}
