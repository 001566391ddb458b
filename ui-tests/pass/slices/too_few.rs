use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let part = t.slice(s![0, .., ..]);
    assert_eq!(part.shape(), [3, 4]);
}
