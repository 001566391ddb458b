use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let share = a.greater(0.0).map(|&is| f32::from(is)).mean(All);
    assert_eq!(share.item(), 1.0);
}
