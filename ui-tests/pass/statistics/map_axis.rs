use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let lens = m.map_axis(Axis::<1>, |lane| lane.len());
    assert_eq!(lens, tensor![6_usize, 6]);
}
