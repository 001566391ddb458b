use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    let row = m.row(1).to_owned();
    m.row_mut(0).assign(&row);
}
