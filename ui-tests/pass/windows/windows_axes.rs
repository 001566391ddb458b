use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 5]);
    let windows = m.sliding_windows_with_axes([3], axes![1]);
    assert_eq!(windows.shape(), [4, 3, 3]);
}
