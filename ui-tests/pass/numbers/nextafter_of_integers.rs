use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let next = x.cast::<f64>().nextafter(2.0);
    assert_eq!(next.shape(), [3]);
}
