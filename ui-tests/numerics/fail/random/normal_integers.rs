// B: integers of a normal distribution
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let v = Tensor::<i32, 1>::normal([6], 0, 10, &mut rng);
}
