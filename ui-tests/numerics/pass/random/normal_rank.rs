use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let v: Vector<f64> = Tensor::normal([6], 0.0, 1.0, &mut rng);
    assert_eq!(v.shape(), [6]);
}
