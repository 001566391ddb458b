// B: the result of `reduce!` assigned to another rank
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _: Tensor<f32, 2> = reduce!(&m, "h w -> h", sum);
}
