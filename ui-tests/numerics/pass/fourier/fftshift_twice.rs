use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.fftshift(axes![0, Last]);
    assert_eq!(y.shape(), [2, 8]);
}
