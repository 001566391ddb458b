use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let rolled = v.roll(Axis::<0>, -2);
    assert_eq!(rolled.shape(), [6]);
}
