use holor::prelude::*;

const CHANNELS: Axis<2> = Axis;

fn main() {
    Tensor::<f32, 3>::ones([2, 3, 4]).flip(CHANNELS);
}
