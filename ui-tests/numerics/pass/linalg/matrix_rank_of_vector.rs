use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let rank = v.unsqueeze(Last).matrix_rank();
    assert_eq!(rank.item(), 1);
}
