use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let parts = v.chunk(Last, 3);
    assert_eq!(parts.len(), 3);
}
