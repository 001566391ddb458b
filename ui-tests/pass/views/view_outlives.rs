use holor::prelude::*;

fn main() {
    let v = {
        let m = Tensor::<f32, 2>::zeros([2, 3]);
        m.viewed(|v| v.transpose())
    };
    assert_eq!(v.shape(), [3, 2]);
}
