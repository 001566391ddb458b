// B: branches that end in different ranks
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 3]);
    let v = if m.is_empty() { m.flatten() } else { m };
    v.len();
}
