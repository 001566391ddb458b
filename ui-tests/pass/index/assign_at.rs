use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    m.assign_at([&rows, &columns], 1.0);
    assert_eq!(m[[1, 2]], 1.0);
}
