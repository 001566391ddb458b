use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.shuffle(Last, &mut rng);
    assert_eq!(m.shape(), [2, 3]);
}
