use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m = Tensor::<f64, 2>::uniform([2, 3], 0.0..1.0, &mut rng);
    assert_eq!(m.shape(), [2, 3]);
}
