use holor::prelude::*;

fn main() {
    let a = Tensor::<i32, 2>::ones([2, 3]);
    let [rows, columns] = a.shape();
    for row in 0..rows {
        let next = row + 1;
    }
    let half = a.cast::<f64>() / 2.0;
}
