use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut whole = m.view_mut();
    whole.view_mut().transpose().fill(0.0);
    whole.fill(1.0);
}
