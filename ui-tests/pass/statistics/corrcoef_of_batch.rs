use holor::prelude::*;

fn main() {
    let b = Tensor::<f64, 3>::ones([5, 2, 6]);
    let c = b.index_axis(Axis::<0>, 0).corrcoef();
    assert_eq!(c.shape(), [2, 2]);
}
