use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::ones([1]);
    let mirrored = x.flip(Last);
    assert_eq!(mirrored.shape(), [1]);
}
