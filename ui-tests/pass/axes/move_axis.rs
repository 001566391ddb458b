use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let moved = t.move_axis(Axis::<0>, Last);
    assert_eq!(moved.shape(), [3, 4, 2]);
}
