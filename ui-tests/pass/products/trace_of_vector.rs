use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let sum = v.diag().trace();
    assert_eq!(sum, 3.0);
}
