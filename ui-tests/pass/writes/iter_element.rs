use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    for x in m.iter_mut() {
        *x += 1.0;
    }
    assert_eq!(m[[1, 2]], 1.0);
}
