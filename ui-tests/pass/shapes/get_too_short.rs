use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let x = m.get([0, 9]);
    assert_eq!(x, None);
}
