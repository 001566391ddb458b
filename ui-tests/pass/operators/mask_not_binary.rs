use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let inside = a.greater(0.0) & a.less(2.0);
    assert!(inside.all(All).item());
}
