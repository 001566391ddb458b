use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::zeros([4]);
    let counts: Vector<usize> = x.histogram(2).0;
    assert_eq!(counts.shape(), [2]);
}
