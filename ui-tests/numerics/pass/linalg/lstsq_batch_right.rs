use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let fit = m.lstsq(&Tensor::<f64, 2>::ones([3, 5]));
    assert_eq!(fit.solution.shape(), [3, 5]);
}
