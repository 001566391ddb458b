use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let [a, b]: [TensorView<'_, f32, 2>; 2] = m.split(Last, [2, 4]);
    assert_eq!((a.shape(), b.shape()), ([2, 2], [2, 4]));
}
