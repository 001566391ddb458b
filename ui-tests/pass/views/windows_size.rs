use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 5]);
    let windows = m.sliding_windows([3, 3]);
    assert_eq!(windows.shape(), [2, 3, 3, 3]);
}
