use holor::prelude::*;

fn area(m: &TensorRef<f64, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    assert_eq!(area(&m.narrow(Axis::<0>, 0, 1)), 3);
}
