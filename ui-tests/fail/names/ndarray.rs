// A: ndarray's names of methods
use holor::prelude::*;

fn main() {
    let mut a = Tensor::<f32, 2>::ones([2, 3]);
    a.nrows();
    a.ncols();
    a.sum_axis(Axis::<0>);
    a.mean_axis(Axis::<0>);
    a.mapv(|x| x + 1.0);
    a.mapv_inplace(|x| x + 1.0);
    a.insert_axis(Axis::<0>);
    a.remove_axis(Axis::<0>);
    a.outer_iter();
    a.permuted_axes([1, 0]);
    a.reversed_axes();
    a.into_shape([3, 2]);
}
