use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = m.sum(All).item();
    let mut row = m.row_mut(0);
    row += sum;
}
