use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let chosen = m.greater(0.0).where_cond(&m, &m);
    assert_eq!(chosen.shape(), [2, 3]);
}
