use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    assert_eq!(reduce!(&m, "h w -> h", |block| block.sum(Axis::<0>)).shape(), [4]);
}
