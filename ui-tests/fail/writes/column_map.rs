// A: `map_inplace` of a column that is a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    m.column(0).map_inplace(|x| *x += 1.0);
}
