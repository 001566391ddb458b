// A: an outer product of more than 12 axes
use holor::prelude::*;

fn main() {
    let a = Tensor::<u8, 7>::ones([1; 7]);
    let b = Tensor::<u8, 6>::ones([1; 6]);
    let c = a.outer(&b);
}
