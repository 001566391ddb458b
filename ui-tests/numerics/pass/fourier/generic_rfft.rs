use holor::num_complex::Complex;
use holor::prelude::*;

fn spectrum<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<Complex<f64>, R>
where
    Last: AxisOf<R>,
{
    x.rfft(Last)
}

fn main() {
    assert_eq!(spectrum(&Tensor::zeros([2, 8])).shape(), [2, 5]);
}
