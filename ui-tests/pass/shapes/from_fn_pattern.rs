use holor::prelude::*;

fn main() {
    let m = Tensor::<usize, 2>::from_fn([2, 3], |[i, j]| i + j);
    assert_eq!(m[[1, 2]], 3);
}
