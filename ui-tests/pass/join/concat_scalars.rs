use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let joined = stack(Axis::<0>, &[x.view(), x.view()]);
    assert_eq!(joined.shape(), [2]);
}
