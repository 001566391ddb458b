// A: `+=` on the parts of `axis_iter`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for mut row in m.axis_iter(Axis::<0>) {
        row += 1.0;
    }
}
