// A: two strict tensors of different rank
use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    let means = Strict(x.0.mean(Last));
    let centred = x - means;
}
