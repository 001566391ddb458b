// A: an axis for `map_axis` that a matrix does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let lens = m.map_axis(Axis::<2>, |lane| lane.len());
}
