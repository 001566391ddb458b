use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let [a, b] = v.split(Axis::<0>, [2, 4]);
    assert_eq!((a.shape(), b.shape()), ([2], [4]));
}
