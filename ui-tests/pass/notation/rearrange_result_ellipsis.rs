use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _: TensorView<'_, f32, 3> = rearrange!(&m, "h ... -> h 1 ...");
}
