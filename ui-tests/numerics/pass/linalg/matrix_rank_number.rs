use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let rank: usize = m.matrix_rank().item();
    assert_eq!(rank, 3);
}
