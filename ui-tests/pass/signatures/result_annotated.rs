use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row: TensorView<'_, f32, 1> = m.index_axis(Axis::<0>, 0);
    assert_eq!(row.shape(), [3]);
}
