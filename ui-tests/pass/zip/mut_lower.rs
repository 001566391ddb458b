use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    zip((&mut m, &v)).for_each(|a, b| *a += b);
    assert_eq!(m[[1, 2]], 2.0);
}
