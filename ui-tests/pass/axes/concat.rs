use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let joined = concat(Axis::<1>, &[m.view(), m.view()]);
    assert_eq!(joined.shape(), [2, 6]);
}
