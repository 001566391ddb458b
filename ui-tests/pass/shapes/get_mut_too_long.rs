use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let x = m.get_mut([0, 1]);
    *x.unwrap() = 1.0;
}
