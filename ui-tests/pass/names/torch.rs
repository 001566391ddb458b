use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    assert_eq!(a.rank(), 2);
    assert_eq!(a.len(), 6);
    assert_eq!(a.broadcast_to([5, 2, 3]).shape(), [5, 2, 3]);
}
