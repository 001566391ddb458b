use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let rank = m.cast::<f64>().matrix_rank();
    assert_eq!(rank.item(), 3);
}
