use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]).unsqueeze(Axis::<0>);
    let rows = v.rows();
    assert_eq!(rows.len(), 1);
}
