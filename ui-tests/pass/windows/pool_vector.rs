use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([8]);
    let y = v.max_pool([2]);
    assert_eq!(y.shape(), [4]);
}
