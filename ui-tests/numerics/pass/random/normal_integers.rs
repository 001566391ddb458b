use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let v = Tensor::<f64, 1>::normal([6], 0.0, 10.0, &mut rng).round().cast::<i32>();
    assert_eq!(v.shape(), [6]);
}
