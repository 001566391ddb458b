use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for row in m.axis_iter(Axis::<0>) {
        assert_eq!(row.shape(), [3]);
    }
}
