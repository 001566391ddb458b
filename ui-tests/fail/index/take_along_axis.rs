// B: `take_along_axis` by indices of another rank
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.take_along_axis(Last, &tensor![0, 1]);
}
