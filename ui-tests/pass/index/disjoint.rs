use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    let [mut a, b] = m.index_axis_disjoint_mut(Axis::<0>, [0, 1]);
    a += &b;
}
