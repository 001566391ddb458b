use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let part: TensorView<'_, f32, 2> = t.slice(s![0, .., 1..3]);
    assert_eq!(part.shape(), [3, 2]);
}
