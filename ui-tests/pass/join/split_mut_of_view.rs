use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([6]);
    let [mut a, b] = v.view_mut().split_mut(Last, [2, 4]);
    a.fill(1.0);
    assert_eq!(b.sum(All).item(), 0.0);
}
