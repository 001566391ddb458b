use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let part = v.slice(s![2..5]);
    assert_eq!(part.shape(), [3]);
}
