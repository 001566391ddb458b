use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row: u8 = 1;
    let part = m.slice(s![usize::from(row), ..]);
    assert_eq!(part.shape(), [3]);
}
