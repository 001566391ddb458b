use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::ones([3]);
    v.scatter(Last, &tensor![0, 1], &tensor![5.0, 6.0]);
    assert_eq!(v[[1]], 6.0);
}
