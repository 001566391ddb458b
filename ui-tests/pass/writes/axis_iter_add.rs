use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    for mut row in m.axis_iter_mut(Axis::<0>) {
        row += 1.0;
    }
    assert_eq!(m[[1, 2]], 1.0);
}
