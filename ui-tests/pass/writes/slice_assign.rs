use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.slice_mut(s![0, ..]).assign(&tensor![1.0, 2.0, 3.0]);
    assert_eq!(m[[0, 2]], 3.0);
}
