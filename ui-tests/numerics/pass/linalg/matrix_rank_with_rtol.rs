use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let rank = v.diag().matrix_rank_with_rtol(1e-3);
    assert_eq!(rank.item(), 3);
}
