use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    v.assign(&Tensor::<f32, 0>::scalar(1.0));
    assert_eq!(v.to_vec(), [1.0; 3]);
}
