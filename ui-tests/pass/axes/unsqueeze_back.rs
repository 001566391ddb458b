use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = m.unsqueeze(Back::<3>);
    assert_eq!(t.shape(), [1, 2, 3]);
}
