use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for row in m.rows() {
        assert_eq!(row[[0]], 0.0);
    }
}
