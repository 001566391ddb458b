use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row: Tensor<f32, 1> = m.row(0).to_owned();
    assert_eq!(row.shape(), [3]);
}
