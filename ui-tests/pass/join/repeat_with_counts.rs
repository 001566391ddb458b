use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([2]);
    let repeated = v.repeat_with_counts(Axis::<0>, &[2, 1]);
    assert_eq!(repeated.shape(), [3]);
}
