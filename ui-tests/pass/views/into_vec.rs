use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let elements = m.row(0).to_vec();
    assert_eq!(elements, [0.0; 3]);
}
