use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let done = m.try_assign(&Tensor::<f32, 2>::ones([1, 3]));
    assert!(done.is_ok());
}
