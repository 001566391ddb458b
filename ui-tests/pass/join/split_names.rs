use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let [a, b, c] = v.split(Last, [2, 3, 1]);
    assert_eq!(a.len() + b.len() + c.len(), 6);
}
