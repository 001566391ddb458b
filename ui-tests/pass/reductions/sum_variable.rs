use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let axis = 1;
    let sums = if axis == 0 { a.sum(Axis::<0>) } else { a.sum(Axis::<1>) };
    assert_eq!(sums.shape(), [2]);
}
