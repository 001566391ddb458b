use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let row = a.slice(s![0, ..]);
    assert_eq!(row.shape(), [3]);
}
