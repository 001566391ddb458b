use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let fit = m.lstsq_with_rcond(&tensor![1.0, 1.0, 1.0], 1e-3);
    assert_eq!(fit.rank.item(), 3);
}
