// A: an axis of one's own
use holor::prelude::*;

struct Channels;

impl AxisOf<3> for Channels {
    const INDEX: usize = 2;
    type Removed = Rank<2>;
    type At = Axis<2>;
}

fn main() {
    Tensor::<f32, 3>::ones([2, 3, 4]).flip(Channels);
}
