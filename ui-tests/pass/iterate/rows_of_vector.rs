use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let rows = v.unsqueeze(Axis::<0>).rows();
    assert_eq!(rows.len(), 1);
}
