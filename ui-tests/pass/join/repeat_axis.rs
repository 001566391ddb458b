use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let repeated = v.repeat(Axis::<0>, 2);
    assert_eq!(repeated.shape(), [12]);
}
