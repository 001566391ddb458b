// B: an integer as the distance of samples
use holor::prelude::*;

fn main() {
    let f = Tensor::rfftfreq(8, 1);
}
