use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    let means = Strict(x.0.mean(Keep(Last)));
    let centred = x - means;
    assert_eq!(centred.0, tensor![[-0.5, 0.5], [-0.5, 0.5]]);
}
