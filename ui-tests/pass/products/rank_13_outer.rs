use holor::prelude::*;

fn main() {
    let a = Tensor::<u8, 6>::ones([1; 6]);
    let b = Tensor::<u8, 6>::ones([1; 6]);
    let c = a.outer(&b);
    assert_eq!(c.rank(), 12);
}
