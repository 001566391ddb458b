// B: a list of axes of one's own
use holor::prelude::*;
use holor::rank::HasAxes;

struct FirstTwo;

impl HasAxes<FirstTwo, 3> for Rank<3> {
    type Left = Rank<2>;
    const INDICES: &'static [usize] = &[0, 1];
}

fn main() {
    Tensor::<f32, 3>::ones([2, 3, 4]).sum(FirstTwo);
}
