use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::ones([3]);
    v.assign_where(&tensor![true, false, true], &tensor![1.0, 2.0, 3.0]);
    assert_eq!(v[[2]], 3.0);
}
