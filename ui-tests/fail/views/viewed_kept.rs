// B: a view kept beyond the closure of `viewed`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut kept = None;
    let turned = m.viewed(|v| {
        kept = Some(v);
        v.transpose()
    });
}
