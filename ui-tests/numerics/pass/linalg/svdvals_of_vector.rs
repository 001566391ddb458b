use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let s = v.unsqueeze(Last).svdvals();
    assert_eq!(s.shape(), [1]);
}
