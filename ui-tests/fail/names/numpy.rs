// A: numpy's names of methods
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    a.ndim();
    a.size();
    a.astype::<f64>();
    a.amax(Axis::<0>);
    a.amin(Axis::<0>);
    a.clip(0.0, 1.0);
    a.ravel();
    a.expand_dims(Axis::<0>);
}
