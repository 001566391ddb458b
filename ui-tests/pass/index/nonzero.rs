use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let [rows, columns] = m.nonzero();
    assert_eq!((rows.len(), columns.len()), (6, 6));
}
