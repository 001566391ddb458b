// A: `take` whose result has rank 13
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 7>::ones([1; 7]);
    let indices = Tensor::<usize, 7>::zeros([1; 7]);
    let taken = t.take(Axis::<0>, &indices);
}
