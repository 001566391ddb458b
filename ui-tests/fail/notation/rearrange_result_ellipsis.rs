// B: the result of a pattern with `...` assigned to another rank
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _: TensorView<'_, f32, 2> = rearrange!(&m, "h ... -> h 1 ...");
}
