use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let swapped = m.swap_axes(Axis::<1>, Axis::<0>);
    assert_eq!(swapped.shape(), [3, 2]);
}
