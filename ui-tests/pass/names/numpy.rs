use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    assert_eq!(a.rank(), 2);
    assert_eq!(a.len(), 6);
    assert_eq!(a.cast::<f64>()[[0, 0]], 1.0);
    assert_eq!(a.max(Axis::<0>), a.min(Axis::<0>));
    assert_eq!(a.clamp(0.0, 1.0), a);
    assert_eq!(a.flatten().shape(), [6]);
    assert_eq!(a.unsqueeze(Axis::<0>).shape(), [1, 2, 3]);
}
