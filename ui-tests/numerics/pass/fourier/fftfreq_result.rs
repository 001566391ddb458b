use holor::prelude::*;

fn main() {
    let f: Vector<f64> = Tensor::fftfreq(8, 1.0);
    assert_eq!(f.shape(), [8]);
}
