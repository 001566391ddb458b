// A: parts for writing of a view for reading
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let [mut a, b] = v.view().split_mut(Last, [2, 4]);
}
