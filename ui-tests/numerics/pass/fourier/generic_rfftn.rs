use holor::num_complex::Complex;
use holor::operand::FourierAxes;
use holor::prelude::*;

fn spectrum<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<Complex<f64>, R>
where
    All: FourierAxes<R, Count = Rank<R>>,
{
    x.rfftn(All)
}

fn main() {
    assert_eq!(spectrum(&Tensor::zeros([2, 8])).shape(), [2, 5]);
}
