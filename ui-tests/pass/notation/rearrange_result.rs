use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _: Tensor<f32, 1> = rearrange!(&m, "h w -> (h w)");
}
