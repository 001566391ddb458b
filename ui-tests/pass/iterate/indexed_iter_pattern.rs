use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for ([i, j], x) in m.indexed_iter() {
        assert_eq!(m[[i, j]], *x);
    }
}
