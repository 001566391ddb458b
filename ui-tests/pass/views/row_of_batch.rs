use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([5, 2, 3]);
    let row = t.index_axis(Axis::<0>, 4).row(0);
    assert_eq!(row.shape(), [3]);
}
