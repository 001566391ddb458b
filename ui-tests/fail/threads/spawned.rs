// B: a view given to a thread that may outlive its tensor
use holor::prelude::*;
use std::thread;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let row = a.row(0);
    thread::spawn(move || row.sum(All).item());
}
