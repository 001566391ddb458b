use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 6>::zeros([2; 6]);
    let windows = t.sliding_windows([1; 6]);
    assert_eq!(windows.rank(), 12);
}
