// A: an argument of reductions of one's own
use holor::prelude::*;

struct FirstTwo;

impl Over<3> for FirstTwo {
    type Output = Rank<1>;
    const REDUCED: [bool; 3] = [true, true, false];
    const KEEP: bool = false;
}

fn main() {
    Tensor::<f32, 3>::ones([2, 3, 4]).sum(FirstTwo);
}
