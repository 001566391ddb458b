use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    let block = m.take_at([&rows.unsqueeze(Last), &columns.unsqueeze(Axis::<0>)]);
    assert_eq!(block.shape(), [2, 2]);
}
