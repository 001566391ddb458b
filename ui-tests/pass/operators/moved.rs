use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = &a + 1.0;
    let c = a * 2.0;
    assert_eq!(b, c);
}
