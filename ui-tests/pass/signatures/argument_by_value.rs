use holor::prelude::*;

fn area(m: &TensorRef<f32, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    assert_eq!(area(&m), 6);
}
