use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let lanes = m.lanes(Axis::<1>);
    assert_eq!(lanes.len(), 2);
}
