use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let parts = x.iter();
    assert_eq!(parts.len(), 1);
}
