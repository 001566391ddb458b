// B: integers of a distribution of floats
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use holor::rand_distr::StandardNormal;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let v: Tensor<i32, 1> = Tensor::sample([6], StandardNormal, &mut rng);
}
