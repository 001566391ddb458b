use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([1; 12]);
    let rest = t.index_axis(Axis::<0>, 0);
    assert_eq!(rest.shape(), [1; 11]);
}
