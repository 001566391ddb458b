// A: `scatter` through a read-only view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    m.row(0).scatter(Last, &tensor![0], 1.0);
}
