use holor::prelude::*;

fn main() {
    let sizes = vec![2, 3];
    let m = Tensor::<f32, 2>::zeros(sizes.try_into().unwrap());
    assert_eq!(m.shape(), [2, 3]);
}
