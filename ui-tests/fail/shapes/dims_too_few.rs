// B: `dims!` with fewer sizes than axes
use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
    dims!(image => [h, w]);
}
