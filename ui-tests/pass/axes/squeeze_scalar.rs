use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::ones([1]);
    let y = x.squeeze(Axis::<0>);
    assert_eq!(y.item(), 1.0);
}
