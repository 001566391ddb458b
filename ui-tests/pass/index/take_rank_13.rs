use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 7>::ones([1; 7]);
    let indices = Tensor::<usize, 6>::zeros([1; 6]);
    let taken = t.take(Axis::<0>, &indices);
    assert_eq!(taken.rank(), 12);
}
