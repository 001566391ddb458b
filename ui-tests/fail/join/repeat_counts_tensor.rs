// B: a tensor of counts for `repeat_with_counts`
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([2]);
    let repeated = v.repeat_with_counts(Last, &tensor![2, 1]);
}
