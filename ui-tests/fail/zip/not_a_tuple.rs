// A: zip of arguments that are no tuple
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    zip(&m).for_each(|a| assert_eq!(*a, 0.0));
}
