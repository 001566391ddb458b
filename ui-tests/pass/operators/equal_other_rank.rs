use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 3]);
    let v = Tensor::<f32, 1>::zeros([3]);
    assert!(m.squeeze(Axis::<0>) == v);
}
