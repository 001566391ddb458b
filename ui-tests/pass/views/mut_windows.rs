use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([5]);
    let windows = v.view().sliding_windows([3]);
    assert_eq!(windows.shape(), [3, 3]);
}
