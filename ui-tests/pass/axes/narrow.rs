use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.narrow(Axis::<1>, 0, 1);
    assert_eq!(part.shape(), [2, 1]);
}
