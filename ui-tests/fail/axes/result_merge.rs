// B: the rank left by merging three axes
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 4>::zeros([2, 3, 4, 5]);
    let merged: Tensor<f32, 3> = t.merge_axes(Axis::<1>, Last);
}
