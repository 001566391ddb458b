use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let found = m.greater(0.0).any(All);
    assert!(!found.item());
}
