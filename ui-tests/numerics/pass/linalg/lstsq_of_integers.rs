use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let fit = m.cast::<f64>().lstsq(&tensor![1.0, 2.0, 3.0]);
    assert_eq!(fit.rank.item(), 3);
}
