use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([5]);
    let (first, second) = v.view_mut().split_at_mut(Axis::<0>, 2);
    assert_eq!((first.shape(), second.shape()), ([2], [3]));
}
