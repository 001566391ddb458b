use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let fit = v.unsqueeze(Last).lstsq(&v);
    assert_eq!(fit.solution.shape(), [1]);
}
