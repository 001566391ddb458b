use holor::prelude::*;
use std::thread;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let row = a.row(0);
    let sum = thread::scope(|scope| scope.spawn(|| row.sum(All).item()).join());
    assert_eq!(sum.unwrap(), 3.0);
}
