// A: more done with the value of a method of another library
use holor::prelude::*;

fn main() {
    let a = Tensor::<i32, 2>::ones([2, 3]);
    for row in 0..a.nrows() {
        let next = row + 1;
    }
    let half = a.astype::<f64>() / 2.0;
}
