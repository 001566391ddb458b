use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::zeros([4]);
    let (counts, edges) = x.cast::<f64>().histogram(2);
    assert_eq!(edges.shape(), [3]);
}
