use holor::prelude::*;

fn main() {
    let x = Tensor::<u8, 1>::zeros([3]);
    let size = x.cast::<i16>().abs();
    assert_eq!(size, tensor![0, 0, 0]);
}
