use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let rows = m.axis_iter_mut(Axis::<0>);
    assert_eq!(rows.len(), 2);
}
