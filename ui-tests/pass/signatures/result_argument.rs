use holor::prelude::*;

fn area(m: &TensorRef<f32, 2>) -> usize {
    m.len()
}

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    assert_eq!(area(&v.unsqueeze(Axis::<0>)), 3);
}
