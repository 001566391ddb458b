use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let kept = &a * a.greater(0.0).map(|&hit| f32::from(hit));
    assert_eq!(kept, a);
}
