use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let (best, places) = m.topk(Axis::<1>, 1);
    assert_eq!(best.shape(), places.shape());
}
