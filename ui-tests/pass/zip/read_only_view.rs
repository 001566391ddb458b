use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let ones = Tensor::<f32, 2>::ones([2, 3]);
    zip((m.view_mut(), &ones)).for_each(|a, b| *a += b);
    assert_eq!(m[[1, 2]], 1.0);
}
