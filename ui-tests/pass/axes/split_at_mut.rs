use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let (left, right) = m.view_mut().split_at_mut(Axis::<1>, 1);
    assert_eq!((left.shape(), right.shape()), ([2, 1], [2, 2]));
}
