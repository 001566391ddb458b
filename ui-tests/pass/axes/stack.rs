use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let stacked = stack(Axis::<2>, &[m.view(), m.view()]);
    assert_eq!(stacked.shape(), [2, 3, 2]);
}
